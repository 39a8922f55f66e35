/** Every permission key, in the eleven groups of the role editor. A role's access map holds a boolean for each. */
export const permissionGroups = {
  Setting: [
    'update_company_info',
    'adjust_inventory',
    'trace_history',
    'create_general',
    'update_general',
    'delete_general',
    'create_courier',
    'update_courier',
    'delete_courier',
  ],
  Client: [
    'view_client_list',
    'view_client_model',
    'create_client_model',
    'update_client_model',
    'update_client_address',
    'update_client_detail',
  ],
  'User & Role': [
    'view_user_list',
    'view_user_model',
    'create_user_model',
    'update_user_model',
    'view_role_list',
    'create_role_model',
    'update_role_model',
  ],
  Integration: ['view_api_list', 'view_api_model', 'create_api_model', 'update_api_model', 'delete_api_model'],
  Location: ['view_location_list', 'create_location_model', 'update_location_model', 'delete_location_model'],
  'License Plate': [
    'view_license_list',
    'create_license_model',
    'update_license_model',
    'breakdown_license_model',
    'delete_license_model',
    'put_license_to_location',
    'move_between_license',
  ],
  'Serial Number': [
    'view_serial_list',
    'view_serial_model',
    'create_serial_model',
    'update_serial_model',
    'delete_serial_model',
  ],
  'Shipping & Receiving': [
    'view_shipments_list',
    'view_shipment_model',
    'update_shipment_tracking',
    'void_shipment',
    'fulfill_shipment',
    'delete_fulfillment_line',
    'update_shipment_line',
    'pack',
  ],
  Activity: ['view_activity_list', 'view_activity_model', 'create_activity_model', 'update_activity_model'],
  Item: [
    'update_billing_items',
    'view_billing_item_list',
    'view_billing_item_model',
    'create_billing_item_model',
    'update_billing_item_model',
  ],
  Entry: ['run_billing_report', 'view_entry_list', 'create_entry_model', 'update_entry_model', 'delete_billing_entry'],
} as const;

export type PermissionGroup = keyof typeof permissionGroups;
export type PermissionKey = (typeof permissionGroups)[PermissionGroup][number];
export const permissionKeys = Object.values(permissionGroups).flat() as readonly PermissionKey[];
