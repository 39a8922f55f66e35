/** The subjects of its calls in the trace, in the other languages. */
export const CALLS = {
  ch: {
    'Read the account': '读取账户',
    'Read the lists': '读取选项列表',
    'Read a customer': '读取客户',
    'Book freight': '预订货运',
    'Read a booking': '读取预订',
    'Cancel a booking': '取消预订',
  },
};
