import { OrderView } from '../features/orders/order-view.tsx';
import { OrderPapers } from '../features/shipments/order-papers.tsx';
import { PlanPanel } from '../features/shipping/index.ts';

/** The page of an order, with the slots that later modules fill. */
export const OrderPage = () => <OrderView slots={{ Print: OrderPapers, Plan: PlanPanel }} />;
