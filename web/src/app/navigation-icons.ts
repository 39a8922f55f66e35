export {
  IconBuildingStore as IconVendors,
  IconLayoutDashboard as IconDashboard,
  IconUsers as IconCustomers,
} from '@tabler/icons-react';
