/** Examples of requests of the area billing, each with its answer. */
import type { Examples } from './example.ts';

export const billingExamples = {
  getSessionUsage: {
    path: {
      session_id: 'sess_01M7XPE600YEY6QW574T66ER41',
    },
    answer: {
      session_id: 'sess_01M7XPE600YEY6QW574T66ER41',
      time_metrics: {
        session_duration_seconds: 360,
        session_duration_hours: 0.1,
        active_time_minutes: 2,
        idle_time_minutes: 4,
      },
      volume_metrics: {
        records_accessed: 200,
        total_data_bytes: 46394,
        total_data_gb: 4.6394e-5,
      },
      operation_metrics: {
        read_operations: 2,
        filter_operations: 0,
        transform_operations: 0,
        train_operations: 0,
        total_operations: 2,
      },
      pricing: {
        time_rate: 11.5,
        time_cost: 1.15,
        record_rate: 0.05,
        record_cost: 10,
        data_rate: 0.12,
        data_cost: 5.567e-6,
        operation_rate: 0.02,
        operation_cost: 0.04,
        total_cost: 11.190005567,
        currency: 'USD',
      },
      last_updated: '2026-11-21T00:00:00.000Z',
    },
  },
  getUsage: {
    query: {
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      group_by: 'model',
    },
    answer: {
      period: {
        start_date: '2026-01-01T00:00:00.000Z',
        end_date: '2026-12-31T23:59:59.999Z',
      },
      metrics: {
        total_sessions: 1,
        total_hours: 0,
        total_records: 12,
        total_gb: 4.8e-7,
        total_operations: 8,
      },
      costs: {
        time_cost: 0,
        record_cost: 0.06,
        data_cost: 5.8e-8,
        operation_cost: 0.16,
        total_cost: 0.220000058,
        currency: 'USD',
      },
      breakdown_by_dataset: [
        {
          dataset_id: 'ds_rows',
          sessions: 1,
          hours: 0,
          records: 12,
          gb: 4.8e-7,
          operations: 8,
          cost: 0.220000058,
        },
      ],
      breakdown: [
        {
          group: 'm_a',
          sessions: 1,
          hours: 0,
          records: 12,
          gb: 4.8e-7,
          operations: 8,
          cost: 0.220000058,
          time_cost: 0,
          record_cost: 0.06,
          data_cost: 5.8e-8,
          operation_cost: 0.16,
        },
      ],
    },
  },
  listUsedSessions: {
    query: {
      start_date: '2026-11-01',
      end_date: '2026-11-30',
    },
    answer: {
      data: [
        {
          session_id: 'sess_01M71C2900BSP5FYMAPQXZJSYT',
          account_id: 'lab',
          dataset_id: 'ds_01M71C2900BSP5FYMAPQXZJSYJ',
          model_id: null,
          opened_at: '2026-11-10T00:00:00.000Z',
          hours: 1,
          records: 4,
          gb: 7.19e-7,
          operations: 1,
          cost: 12.540000086,
          time_cost: 12.5,
          record_cost: 0.02,
          data_cost: 8.6e-8,
          operation_cost: 0.02,
        },
        {
          session_id: 'sess_01M71C2900BSP5FYMAPQXZJSYF',
          account_id: 'lab',
          dataset_id: 'ds_01M71C2900BSP5FYMAPQXZJSY7',
          model_id: null,
          opened_at: '2026-11-10T00:00:00.000Z',
          hours: 1,
          records: 4,
          gb: 7.19e-7,
          operations: 1,
          cost: 12.540000086,
          time_cost: 12.5,
          record_cost: 0.02,
          data_cost: 8.6e-8,
          operation_cost: 0.02,
        },
      ],
      pagination: {
        total: 2,
        limit: 20,
        offset: 0,
        has_more: false,
      },
    },
  },
  listInvoices: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          invoice_id: 'inv_01M7XPE600YEY6QW574T66ER2E',
          status: 'OVERDUE',
          issued_date: '2026-11-01T01:30:00.000Z',
          due_date: '2026-11-15T00:00:00.000Z',
          amount: 644,
          currency: 'USD',
          period: {
            start_date: '2026-10-01T00:00:00.000Z',
            end_date: '2026-10-31T23:59:59.999Z',
          },
        },
        {
          invoice_id: 'inv_01M7XPE600YEY6QW574T66ER2D',
          status: 'PENDING',
          issued_date: '2026-11-01T01:30:00.000Z',
          due_date: '2026-12-01T00:00:00.000Z',
          amount: 588.72,
          currency: 'USD',
          period: {
            start_date: '2026-10-01T00:00:00.000Z',
            end_date: '2026-10-31T23:59:59.999Z',
          },
        },
      ],
      pagination: {
        total: 25,
        limit: 2,
        offset: 0,
        has_more: true,
      },
    },
  },
  closePeriod: {
    body: {
      account_id: 'acct_a',
      month: '2026-01',
    },
    answer: {
      invoice_id: 'inv_01KGDTCA009W63MR3RSGKH39QX',
      status: 'PENDING',
      issued_date: '2026-02-02T00:00:00.000Z',
      due_date: '2026-03-04T00:00:00.000Z',
      customer: {
        id: 'acct_a',
        name: 'acct_a',
        email: 'acct_a@example.test',
        address: {
          line1: 'x',
          city: 'x',
          state: 'x',
          postal_code: 'x',
          country: 'US',
        },
      },
      line_items: [
        {
          description: 'Access time, 1 h',
          amount: 12.5,
        },
        {
          description: 'Records, 6 records',
          amount: 0.03,
        },
        {
          description: 'Data, 3.12e-7 GB',
          amount: 0,
        },
        {
          description: 'Operations, 4 operations',
          amount: 0.08,
        },
      ],
      subtotal: 12.61,
      tax: 0,
      total: 12.61,
      currency: 'USD',
      payment_terms: 'Net 30 days',
      notes: '',
      pdf_url: 'http://proofdesk.test/v1/billing/invoices/inv_01KGDTCA009W63MR3RSGKH39QX/pdf',
    },
  },
  getInvoice: {
    path: {
      invoice_id: 'inv_01M7XPE600YEY6QW574T66ER2E',
    },
    answer: {
      invoice_id: 'inv_01M7XPE600YEY6QW574T66ER2E',
      status: 'OVERDUE',
      issued_date: '2026-11-01T01:30:00.000Z',
      due_date: '2026-11-15T00:00:00.000Z',
      customer: {
        id: 'northstar-ai',
        name: 'Northstar AI, Inc.',
        email: 'accounts-payable@northstar-ai.example',
        address: {
          line1: '400 Harbor Boulevard',
          city: 'Boston',
          state: 'MA',
          postal_code: '02210',
          country: 'United States',
        },
      },
      line_items: [
        {
          description: 'Access time, 59 h',
          amount: 638.37,
        },
        {
          description: 'Records, 1277 records',
          amount: 5.53,
        },
        {
          description: 'Data, 0.000281564 GB',
          amount: 0,
        },
        {
          description: 'Operations, 6 operations',
          amount: 0.1,
        },
      ],
      subtotal: 644,
      tax: 0,
      total: 644,
      currency: 'USD',
      payment_terms: 'Net 14 days',
      notes: '',
      pdf_url: 'http://proofdesk.test/v1/billing/invoices/inv_01M7XPE600YEY6QW574T66ER2E/pdf',
    },
  },
  payInvoice: {
    path: {
      invoice_id: 'inv_01M8QHV7M0VWCCAJGB20P8K16T',
    },
    body: {
      payment_method_id: 'pm_01M8QHV7M0VWCCAJGB20P8K175',
    },
    answer: {
      payment_id: 'pay_01M8QHV7M0VWCCAJGB20P8K178',
      invoice_id: 'inv_01M8QHV7M0VWCCAJGB20P8K16T',
      status: 'COMPLETED',
      amount: 30.07,
      currency: 'USD',
      payment_date: '2026-12-01T01:00:00.000Z',
      payment_method: {
        type: 'card',
        last4: '4242',
        brand: 'visa',
      },
      receipt_url: 'http://proofdesk.test/v1/billing/receipts/pay_01M8QHV7M0VWCCAJGB20P8K178',
    },
  },
  cancelInvoice: {
    path: {
      invoice_id: 'inv_01M8QN9380B8BSKZEQVRFWTSEF',
    },
    body: {
      reason: 'Not agreed',
    },
    answer: {
      invoice_id: 'inv_01M8QN9380B8BSKZEQVRFWTSEF',
      status: 'CANCELED',
      issued_date: '2026-12-01T02:00:00.000Z',
      due_date: '2026-12-31T00:00:00.000Z',
      customer: {
        id: 'default',
        name: 'Default account',
        email: 'billing@proofdesk.example',
        address: {
          line1: '',
          city: '',
          state: '',
          postal_code: '',
          country: '',
        },
      },
      line_items: [
        {
          description: 'Access time, 0 h',
          amount: 0,
        },
        {
          description: 'Records, 0 records',
          amount: 0,
        },
        {
          description: 'Data, 0 GB',
          amount: 0,
        },
        {
          description: 'Operations, 0 operations',
          amount: 0,
        },
        {
          description: 'Set-up',
          amount: 9,
        },
      ],
      subtotal: 9,
      tax: 0,
      total: 9,
      currency: 'USD',
      payment_terms: 'Net 30 days',
      notes: 'Thank you.',
      pdf_url: 'http://proofdesk.test/v1/billing/invoices/inv_01M8QN9380B8BSKZEQVRFWTSEF/pdf',
    },
  },
  getInvoicePdf: {
    path: {
      invoice_id: 'inv_01M7XPE600YEY6QW574T66ER2E',
    },
  },
  getInvoiceXml: {
    path: {
      invoice_id: 'inv_01KGDTCA001MNMNY3APZYG446T',
    },
  },
  getReceipt: {
    path: {
      payment_id: 'pay_01M8QHV7M0VWCCAJGB20P8K178',
    },
  },
  listPaymentMethods: {
    answer: {
      data: [
        {
          payment_method_id: 'pm_01M7XPE600YEY6QW574T66EQXN',
          type: 'card',
          last4: '4242',
          brand: 'visa',
        },
        {
          payment_method_id: 'pm_01M7XPE600YEY6QW574T66EQXP',
          type: 'card',
          last4: '0002',
          brand: 'mastercard',
        },
      ],
    },
  },
  createPaymentMethod: {
    body: {
      type: 'card',
      last4: '4242',
      brand: 'lab_one',
    },
    answer: {
      payment_method_id: 'pm_01M45N3TC0PJFCP4RVQ363TFJN',
      type: 'card',
      last4: '4242',
      brand: 'lab_one',
    },
  },
  listPayouts: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          payout_id: 'payout_01M7XPE600YEY6QW574T66ER1X',
          status: 'COMPLETED',
          created_at: '2026-10-13T00:05:00.000Z',
          completed_at: '2026-10-13T01:05:00.000Z',
          amount: 204.05,
          currency: 'USD',
          period: {
            start_date: '2026-10-10T00:00:00.000Z',
            end_date: '2026-10-13T00:05:00.000Z',
          },
        },
        {
          payout_id: 'payout_01M7XPE600YEY6QW574T66ER1W',
          status: 'PENDING',
          created_at: '2026-10-13T00:05:00.000Z',
          amount: 173.76,
          currency: 'USD',
          period: {
            start_date: '2026-10-10T00:00:00.000Z',
            end_date: '2026-10-13T00:05:00.000Z',
          },
        },
      ],
      pagination: {
        total: 24,
        limit: 2,
        offset: 0,
        has_more: true,
      },
    },
  },
  listAccruals: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          holder_id: 'riverside-clinic',
          dataset_id: 'riverside-outpatients',
          invoice_id: 'inv_01M7XPE600YEY6QW574T66ER1C',
          payout_id: 'payout_01M7XPE600YEY6QW574T66ER1X',
          gross: 240.06,
          fee: 36.01,
          net: 204.05,
          currency: 'USD',
          created_at: '2026-10-10T14:20:00.000Z',
        },
        {
          holder_id: 'northwind-insurance',
          dataset_id: 'northwind-claims',
          invoice_id: 'inv_01M7XPE600YEY6QW574T66ER1C',
          payout_id: 'payout_01M7XPE600YEY6QW574T66ER1W',
          gross: 204.42,
          fee: 30.66,
          net: 173.76,
          currency: 'USD',
          created_at: '2026-10-10T14:20:00.000Z',
        },
      ],
      pagination: {
        total: 42,
        limit: 2,
        offset: 0,
        has_more: true,
      },
    },
  },
  runPayouts: {
    body: {
      holder_id: 'holder_a',
    },
    answer: {
      completed: 0,
      failed: 0,
      created: 1,
      carried: 0,
    },
  },
  listPayoutPreferences: {
    answer: {
      data: [
        {
          holder_id: 'lakeside-hospital',
          frequency: 'MONTHLY',
          threshold: 100,
          method: 'bank_transfer',
          fee_percent: 15,
          balance: 0,
          pending_payout: 0,
          next_run: '2026-12-01T00:00:00.000Z',
          currency: 'USD',
        },
        {
          holder_id: 'northwind-insurance',
          frequency: 'WEEKLY',
          threshold: 100,
          method: 'test_slow',
          fee_percent: 15,
          balance: 0,
          pending_payout: 173.76,
          next_run: '2026-11-23T00:00:00.000Z',
          currency: 'USD',
        },
      ],
    },
  },
  setPayoutPreferences: {
    body: {
      holder_id: 'credit/für %2F alle',
      frequency: 'DAILY',
      threshold: 5,
      method: 'bank_transfer',
    },
    answer: {
      holder_id: 'credit/für %2F alle',
      frequency: 'DAILY',
      threshold: 5,
      method: 'bank_transfer',
      fee_percent: 15,
      balance: 0,
      pending_payout: 0,
      next_run: '2026-02-03T00:00:00.000Z',
      currency: 'USD',
    },
  },
  listAccounts: {
    answer: {
      data: [
        {
          account_id: 'default',
          name: 'Default account',
          email: 'billing@proofdesk.example',
          address: {
            line1: '',
            city: '',
            state: '',
            postal_code: '',
            country: '',
          },
          tax_percent: 0,
          payment_terms_days: 30,
          suspend_overdue: false,
          created_at: '1970-01-01T00:00:00.000Z',
          holder_id: null,
          rate_card: {
            rate_card_id: 'standard',
            version: 1,
          },
          suspensions: [],
        },
        {
          account_id: 'meridian-labs',
          name: 'Meridian Labs GmbH',
          email: 'accounts-payable@meridian-labs.example',
          address: {
            line1: 'Lindenstraße 12',
            city: 'Hamburg',
            state: '',
            postal_code: '20095',
            country: 'Germany',
          },
          tax_percent: 19,
          payment_terms_days: 30,
          suspend_overdue: false,
          created_at: '2025-10-31T00:00:00.000Z',
          holder_id: null,
          rate_card: {
            rate_card_id: 'volume-tiers',
            version: 1,
          },
          suspensions: [],
        },
      ],
    },
  },
  createAccount: {
    body: {
      account_id: 'castellanos',
      name: 'Castellanos Labs',
      email: 'ap@castellanos.example',
      address: {
        line1: '1 Main Street',
        city: 'Boston',
        state: 'MA',
        postal_code: '02110',
        country: 'US',
      },
      tax_percent: 20,
    },
    answer: {
      account_id: 'castellanos',
      name: 'Castellanos Labs',
      email: 'ap@castellanos.example',
      address: {
        line1: '1 Main Street',
        city: 'Boston',
        state: 'MA',
        postal_code: '02110',
        country: 'US',
      },
      tax_percent: 20,
      payment_terms_days: 30,
      suspend_overdue: false,
      created_at: '2026-11-10T00:00:00.000Z',
      holder_id: null,
      rate_card: {
        rate_card_id: 'standard',
        version: 1,
      },
      suspensions: [],
    },
  },
  setSuspension: {
    path: {
      account_id: 'suspended',
    },
    body: {
      suspended: true,
      reason: 'Asked by the customer',
    },
    answer: {
      account_id: 'suspended',
      name: 'Castellanos Labs',
      email: 'ap@castellanos.example',
      address: {
        line1: '1 Main Street',
        city: 'Boston',
        state: 'MA',
        postal_code: '02110',
        country: 'US',
      },
      tax_percent: 20,
      payment_terms_days: 30,
      suspend_overdue: false,
      created_at: '2026-12-01T02:00:11.000Z',
      holder_id: null,
      rate_card: {
        rate_card_id: 'standard',
        version: 1,
      },
      suspensions: [
        {
          since: '2026-12-01T02:00:11.000Z',
          until: null,
          reason: 'Asked by the customer',
          cause: 'MANUAL',
        },
      ],
    },
  },
  assignRateCard: {
    path: {
      account_id: 'quoted-committed',
    },
    body: {
      rate_card_id: 'quoted-committed',
      from_month: '2026-11',
      discount_percent: 0,
    },
    answer: {
      account_id: 'quoted-committed',
      rate_card_id: 'quoted-committed',
      version: 1,
      from_month: '2026-11',
      discount_percent: 0,
      used: null,
    },
  },
  listRateCards: {
    answer: {
      data: [
        {
          rate_card_id: 'committed-500',
          version: 1,
          name: 'Commitment of 500',
          model: 'COMMITTED',
          time: {
            rate: 12.5,
          },
          record: {
            rate: 0.005,
          },
          data: {
            rate: 0.12,
          },
          operation: {
            rate: 0.02,
          },
          commitment: {
            coverage: 500,
            discount_percent: 20,
            overage_factor: 1,
          },
          currency: 'USD',
          created_at: '2025-10-31T00:01:00.000Z',
        },
        {
          rate_card_id: 'standard',
          version: 1,
          name: 'Standard, pay per use',
          model: 'PAY_PER_USE',
          time: {
            rate: 12.5,
          },
          record: {
            rate: 0.005,
          },
          data: {
            rate: 0.12,
          },
          operation: {
            rate: 0.02,
          },
          currency: 'USD',
          created_at: '1970-01-01T00:00:00.000Z',
        },
      ],
    },
  },
  createRateCard: {
    body: {
      rate_card_id: 'lab-a',
      name: 'lab-a',
      model: 'CUSTOM',
      time: {
        rate: 0,
      },
      record: {
        free: 20,
        package: 30,
        tiers: [
          {
            up_to: 4,
            rate: 2,
          },
          {
            up_to: null,
            rate: 1.5,
            flat: 1,
          },
        ],
        maximum: 40,
      },
      data: {
        rate: 100,
      },
      operation: {
        rate: 0,
      },
      fees: [
        {
          description: 'Support',
          amount: 10,
        },
      ],
      minimum: 12,
    },
    answer: {
      rate_card_id: 'lab-a',
      version: 1,
      name: 'lab-a',
      model: 'CUSTOM',
      time: {
        rate: 0,
      },
      record: {
        tiers: [
          {
            up_to: 4,
            rate: 2,
          },
          {
            up_to: null,
            rate: 1.5,
            flat: 1,
          },
        ],
        free: 20,
        package: 30,
        maximum: 40,
      },
      data: {
        rate: 100,
      },
      operation: {
        rate: 0,
      },
      fees: [
        {
          description: 'Support',
          amount: 10,
        },
      ],
      minimum: 12,
      currency: 'USD',
      created_at: '2026-11-10T00:19:29.000Z',
    },
  },
  listLimits: {
    answer: {
      data: [
        {
          limit_id: 'limit_01M7XPE600YEY6QW574T66ER3Y',
          account_id: 'meridian-labs',
          dataset_id: null,
          period: 'DAILY',
          mode: 'HARD',
          amount: 12,
          alert_thresholds: [50, 80, 100],
          auto_suspend: false,
          spent: 0,
          period_start: '2026-11-21T00:00:00.000Z',
          reset_at: '2026-11-22T00:00:00.000Z',
          currency: 'USD',
          created_at: '2026-11-20T23:51:00.000Z',
        },
      ],
    },
  },
  createLimit: {
    body: {
      account_id: 'meridian-labs',
      dataset_id: 'lakeside-admissions',
      period: 'MONTHLY',
      mode: 'HARD',
      amount: 0.05,
    },
    answer: {
      limit_id: 'limit_01M8QN9DZRA7R20V4T587TZDY4',
      account_id: 'meridian-labs',
      dataset_id: 'lakeside-admissions',
      period: 'MONTHLY',
      mode: 'HARD',
      amount: 0.05,
      alert_thresholds: [50, 80, 100],
      auto_suspend: false,
      spent: 0,
      period_start: '2026-12-01T00:00:00.000Z',
      reset_at: '2027-01-01T00:00:00.000Z',
      currency: 'USD',
      created_at: '2026-12-01T02:00:11.000Z',
    },
  },
  changeLimit: {
    path: {
      limit_id: 'limit_01M8QN9DZRA7R20V4T587TZDY4',
    },
    body: {
      period: 'MONTHLY',
      mode: 'HARD',
      amount: 1,
    },
    answer: {
      limit_id: 'limit_01M8QN9DZRA7R20V4T587TZDY4',
      account_id: 'limited',
      dataset_id: 'ds_01M71C2900BSP5FYMAPQXZJSY4',
      period: 'MONTHLY',
      mode: 'HARD',
      amount: 1,
      alert_thresholds: [50, 80, 100],
      auto_suspend: false,
      spent: 0.03500007,
      period_start: '2026-12-01T00:00:00.000Z',
      reset_at: '2027-01-01T00:00:00.000Z',
      currency: 'USD',
      created_at: '2026-12-01T02:00:11.000Z',
    },
  },
  deleteLimit: {
    path: {
      limit_id: 'limit_01M8QN9DZRA7R20V4T587TZDY4',
    },
    answer: {
      limit_id: 'limit_01M8QN9DZRA7R20V4T587TZDY4',
      account_id: 'limited',
      dataset_id: 'ds_01M71C2900BSP5FYMAPQXZJSY4',
      period: 'MONTHLY',
      mode: 'HARD',
      amount: 1,
      alert_thresholds: [50, 80, 100],
      auto_suspend: false,
      spent: 0.070000141,
      period_start: '2026-12-01T00:00:00.000Z',
      reset_at: '2027-01-01T00:00:00.000Z',
      currency: 'USD',
      created_at: '2026-12-01T02:00:11.000Z',
    },
  },
  listAlerts: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          alert_id: 'alert_01M7XPE600YEY6QW574T66ER43',
          limit_id: 'limit_01M7XPE600YEY6QW574T66ER3Y',
          account_id: 'meridian-labs',
          dataset_id: null,
          threshold: 80,
          limit: 12,
          spent: 10.423335067,
          period_start: '2026-11-20T00:00:00.000Z',
          created_at: '2026-11-20T23:54:00.000Z',
        },
        {
          alert_id: 'alert_01M7XPE600YEY6QW574T66ER42',
          limit_id: 'limit_01M7XPE600YEY6QW574T66ER3Y',
          account_id: 'meridian-labs',
          dataset_id: null,
          threshold: 50,
          limit: 12,
          spent: 10.423335067,
          period_start: '2026-11-20T00:00:00.000Z',
          created_at: '2026-11-20T23:54:00.000Z',
        },
      ],
      pagination: {
        total: 2,
        limit: 2,
        offset: 0,
        has_more: false,
      },
    },
  },
  listAdjustments: {
    answer: {
      data: [
        {
          adjustment_id: 'adj_01KGDTCA001MNMNY3APZYG446P',
          account_id: 'acct_a',
          description: 'A charge',
          amount: 5,
          currency: 'USD',
          created_at: '2026-02-02T00:00:00.000Z',
          invoice_id: 'inv_01KGDTCA001MNMNY3APZYG446T',
        },
      ],
      pagination: {
        total: 1,
        limit: 20,
        offset: 0,
        has_more: false,
      },
    },
  },
  createAdjustment: {
    body: {
      account_id: 'acct_1',
      amount: 5,
      description: 'For Zebedaeus',
    },
    answer: {
      adjustment_id: 'adj_01KDVDNA00BSP5FYMAPQXZJSY4',
      account_id: 'acct_1',
      description: 'For Zebedaeus',
      amount: 5,
      currency: 'USD',
      created_at: '2026-01-01T00:00:00.000Z',
      invoice_id: null,
    },
  },
  listBookTransactions: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          transaction: 94,
          source: 'inv_01M7XPE600YEY6QW574T66ER2E',
          event: 'issued',
          at: '2026-11-01T01:30:00.000Z',
          postings: [
            {
              account: 'receivable',
              debit: 644,
              credit: 0,
            },
            {
              account: 'holder_expected',
              debit: 0,
              credit: 644,
            },
          ],
        },
        {
          transaction: 93,
          source: 'inv_01M7XPE600YEY6QW574T66ER2D',
          event: 'issued',
          at: '2026-11-01T01:30:00.000Z',
          postings: [
            {
              account: 'receivable',
              debit: 588.72,
              credit: 0,
            },
            {
              account: 'holder_expected',
              debit: 0,
              credit: 494.72,
            },
            {
              account: 'tax_payable',
              debit: 0,
              credit: 94,
            },
          ],
        },
      ],
      pagination: {
        total: 94,
        limit: 2,
        offset: 0,
        has_more: true,
      },
    },
  },
  getRevenue: {
    answer: {
      billed: 8812.88,
      tax: 716.09,
      collected: 7896.25,
      outstanding: 1632.72,
      overdue: 1044,
      canceled: 277.54,
      unbilled: 1168.534913573,
      fees: 811.57,
      holder_net: 4598.91,
      payouts_completed: 4425.15,
      payouts_pending: 173.76,
      available_balance: 0,
      currency: 'USD',
    },
  },
  getBillingSettings: {
    answer: {
      version: 1,
      changed_at: '2025-10-30T23:59:00.000Z',
      issuer: {
        legal_name: 'Datahaven Exchange B.V.',
        address: {
          line1: 'Keizersgracht 241',
          city: 'Amsterdam',
          postal_code: '1016 EA',
          country: 'NL',
        },
        email: 'billing@datahaven.example',
        vat_id: 'NL123456782B90',
        registration: 'KvK 34200841',
        iban: 'NL91ABNA0417164300',
        bic: 'ABNANL2A',
      },
      kept_years: 10,
    },
  },
  changeBillingSettings: {
    body: {
      issuer: {
        legal_name: 'Datahaven Exchange B.V.',
        address: {
          line1: 'Keizersgracht 241',
          city: 'Amsterdam',
          postal_code: '1016 EA',
          country: 'NL',
        },
        email: 'billing@datahaven.example',
        iban: 'NL91 ABNA 0417 1643 00',
        bic: 'abnanl2a',
        vat_id: 'NL123456782B90',
      },
    },
    answer: {
      version: 1,
      changed_at: '2026-02-02T00:00:00.000Z',
      issuer: {
        legal_name: 'Datahaven Exchange B.V.',
        address: {
          line1: 'Keizersgracht 241',
          city: 'Amsterdam',
          postal_code: '1016 EA',
          country: 'NL',
        },
        email: 'billing@datahaven.example',
        vat_id: 'NL123456782B90',
        iban: 'NL91ABNA0417164300',
        bic: 'ABNANL2A',
      },
      kept_years: 10,
    },
  },
  getAccount: {
    path: {
      account_id: 'meridian-labs',
    },
    answer: {
      account_id: 'meridian-labs',
      name: 'Meridian Labs GmbH',
      email: 'accounts-payable@meridian-labs.example',
      address: {
        line1: 'Lindenstraße 12',
        city: 'Hamburg',
        state: '',
        postal_code: '20095',
        country: 'Germany',
      },
      tax_percent: 19,
      payment_terms_days: 30,
      suspend_overdue: false,
      created_at: '2025-10-31T00:00:00.000Z',
      holder_id: null,
      rate_card: {
        rate_card_id: 'volume-tiers',
        version: 1,
      },
      suspensions: [],
      version: 1,
      line2: '',
      vat_id: null,
      order_number: null,
      tax: {
        kind: 'STANDARD',
        rate_percent: 19,
      },
      history: [],
    },
  },
  changeAccount: {
    path: {
      account_id: 'lab',
    },
    body: {
      tax: {
        kind: 'STANDARD',
        rate_percent: 19,
      },
      vat_id: null,
    },
    answer: {
      account_id: 'lab',
      name: 'Meridian Labs GmbH',
      email: 'lab@example.test',
      address: {
        line1: 'x',
        city: 'x',
        state: 'x',
        postal_code: 'x',
        country: 'DE',
      },
      tax_percent: 19,
      payment_terms_days: 14,
      suspend_overdue: false,
      created_at: '2026-01-01T00:00:00.000Z',
      holder_id: null,
      rate_card: {
        rate_card_id: 'standard',
        version: 1,
      },
      suspensions: [],
      version: 3,
      line2: 'Hof',
      vat_id: null,
      order_number: null,
      tax: {
        kind: 'STANDARD',
        rate_percent: 19,
      },
      history: [
        {
          version: 3,
          at: '2026-02-02T00:00:00.000Z',
          by: 'operator',
        },
        {
          version: 2,
          at: '2026-02-02T00:00:00.000Z',
          by: 'operator',
        },
      ],
    },
  },
  getHolder: {
    path: {
      holder_id: 'lakeside-hospital',
    },
    answer: {
      holder_id: 'lakeside-hospital',
      version: 0,
      legal_name: null,
      email: null,
      address: null,
      vat_id: null,
      tax: null,
      self_billing_agreed_on: null,
      destination: null,
      next_destination: null,
      history: [],
      fees: [
        {
          from_month: null,
          tiers: [
            {
              up_to: null,
              percent: 15,
            },
          ],
        },
      ],
      beneficiaries: [],
    },
  },
  changeHolder: {
    path: {
      holder_id: 'clinic',
    },
    body: {
      destination: {
        type: 'other',
        lines: ['Bank of the River', 'Account 99-1234'],
      },
    },
    answer: {
      holder_id: 'clinic',
      version: 2,
      legal_name: 'Stichting Riverside Clinic',
      email: null,
      address: null,
      vat_id: null,
      tax: null,
      self_billing_agreed_on: null,
      destination: {
        type: 'iban',
        last4: '4567',
        usable_from: '2026-02-02T00:00:00.000Z',
      },
      next_destination: {
        type: 'other',
        last4: '1234',
        usable_from: '2026-02-05T00:00:00.000Z',
      },
      history: [
        {
          version: 2,
          at: '2026-02-02T00:00:00.000Z',
          by: 'operator',
        },
        {
          version: 1,
          at: '2026-02-02T00:00:00.000Z',
          by: 'operator',
        },
      ],
      fees: [
        {
          from_month: null,
          tiers: [
            {
              up_to: null,
              percent: 15,
            },
          ],
        },
      ],
      beneficiaries: [],
    },
  },
  getAccountRateCard: {
    path: {
      account_id: 'meridian-labs',
    },
    answer: {
      account_id: 'meridian-labs',
      month: '2026-11',
      in_force: {
        from_month: '2025-11',
        discount_percent: 0,
        rate_card: {
          rate_card_id: 'volume-tiers',
          version: 1,
          name: 'Volume tiers',
          model: 'TIERED',
          time: {
            tiers: [
              {
                up_to: 5,
                rate: 14,
              },
              {
                up_to: null,
                rate: 11.5,
              },
            ],
          },
          record: {
            tiers: [
              {
                up_to: 1000,
                rate: 0.05,
              },
              {
                up_to: 10000,
                rate: 0.04,
              },
              {
                up_to: null,
                rate: 0.03,
              },
            ],
          },
          data: {
            rate: 0.12,
          },
          operation: {
            rate: 0.02,
          },
          currency: 'USD',
          created_at: '2025-10-31T00:01:00.000Z',
        },
        words: [
          'Access time: up to 5 hours, 14.00 USD per hour; beyond, 11.50 USD per hour. Each unit of a month is at its own tier.',
          'Records: up to 1,000 records, 0.05 USD per record; up to 10,000 records, 0.04 USD per record; beyond, 0.03 USD per record. Each unit of a month is at its own tier.',
          'Data: 0.12 USD per GB.',
          'Operations: 0.02 USD per operation.',
        ],
      },
      next: null,
    },
  },
  getUpcomingInvoice: {
    path: {
      account_id: 'meridian-labs',
    },
    answer: {
      account_id: 'meridian-labs',
      month: '2026-11',
      lines: [
        {
          kind: 'usage',
          description: 'Access time, 24.1 h',
          amount: 289.65,
          dimension: 'time',
          volume: 24.1,
          unit: 'h',
          rate: 12.018672199170124,
        },
        {
          kind: 'usage',
          description: 'Records, 300 records',
          amount: 15,
          dimension: 'record',
          volume: 300,
          unit: 'records',
          rate: 0.05,
        },
        {
          kind: 'usage',
          description: 'Data, 0.000061624 GB',
          amount: 0,
          dimension: 'data',
          volume: 6.1624e-5,
          unit: 'GB',
          rate: 0.12,
        },
        {
          kind: 'usage',
          description: 'Operations, 3 operations',
          amount: 0.06,
          dimension: 'operation',
          volume: 3,
          unit: 'operations',
          rate: 0.02,
        },
      ],
      subtotal: 304.71,
      tax: 57.89,
      tax_percent: 19,
      total: 362.6,
      currency: 'USD',
      forecast: {
        subtotal: 402.11,
        method: 'weekday_mean',
        days: 15,
      },
    },
  },
  createQuote: {
    body: {
      account_id: 'default',
      dataset_id: 'riverside-outpatients',
      operation: 'aggregate',
      rows: 50,
    },
    answer: {
      account_id: 'default',
      dataset_id: 'ds_01M71C2900BSP5FYMAPQXZJSY3',
      operation: 'aggregate',
      at_most: 0.270503316,
      expected: 0.27000105,
      hour: 12.5,
      lines: [
        {
          dimension: 'record',
          volume: 50,
          unit: 'records',
          at_most: 0.25,
          expected: 0.25,
          tier: null,
        },
        {
          dimension: 'data',
          volume: 0.004194304,
          unit: 'GB',
          at_most: 0.000503316,
          expected: 1.05e-6,
          tier: null,
        },
        {
          dimension: 'operation',
          volume: 1,
          unit: 'operations',
          at_most: 0.02,
          expected: 0.02,
          tier: null,
        },
      ],
      month_so_far: 0,
      month_after: 0.270503316,
      limits: [],
      method: 'month_price',
      currency: 'USD',
    },
  },
  listShares: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          document: 'inv_01M7XPE600YEY6QW574T66ER2E',
          dataset_id: 'riverside-outpatients',
          holder_id: 'riverside-clinic',
          state: 'EXPECTED',
          issued_at: '2026-11-01T01:30:00.000Z',
          earned_at: null,
          payout_id: null,
          gross: 208.36,
          fee: 31.25,
          net: 177.11,
          currency: 'USD',
        },
        {
          document: 'inv_01M7XPE600YEY6QW574T66ER2E',
          dataset_id: 'northwind-claims',
          holder_id: 'northwind-insurance',
          state: 'EXPECTED',
          issued_at: '2026-11-01T01:30:00.000Z',
          earned_at: null,
          payout_id: null,
          gross: 175.91,
          fee: 26.39,
          net: 149.52,
          currency: 'USD',
        },
      ],
      pagination: {
        total: 51,
        limit: 2,
        offset: 0,
        has_more: true,
      },
    },
  },
  createCreditNote: {
    path: { invoice_id: 'inv_01M7XPE600YEY6QW574T66ER2E' },
    body: {
      lines: [{ line: 1, amount: 30 }],
      reason: 'Rows that were empty',
      borne_by: 'HOLDERS',
      reference: 'Transfer 4711',
    },
    answer: {
      credit_note_id: 'cn_01M7XPE600YEY6QW574T66ER6N',
      credit_note_number: 'CN-2026-000001',
      kind: 'REFUND',
      invoice_id: 'inv_01M7XPE600YEY6QW574T66ER2E',
      invoice_number: 'INV-2026-000007',
      account_id: 'acct_a',
      issued_date: '2026-11-20T09:00:00.000Z',
      lines: [{ line: 1, description: 'Records, 1000 records', amount: 30 }],
      subtotal: 30,
      tax: 6,
      total: 36,
      currency: 'USD',
      reason: 'Rows that were empty',
      borne_by: 'HOLDERS',
      refund: { amount: 36, date: '2026-11-20T09:00:00.000Z', reference: 'Transfer 4711' },
      shares: [
        {
          dataset_id: 'riverside-outpatients',
          holder_id: 'riverside-clinic',
          gross: -30,
          fee: -4.5,
          net: -25.5,
        },
      ],
    },
  },
  listCreditNotes: {
    query: { account_id: 'acct_a' },
    answer: {
      data: [
        {
          credit_note_id: 'cn_01M7XPE600YEY6QW574T66ER6N',
          credit_note_number: 'CN-2026-000001',
          kind: 'REFUND',
          invoice_id: 'inv_01M7XPE600YEY6QW574T66ER2E',
          invoice_number: 'INV-2026-000007',
          account_id: 'acct_a',
          issued_date: '2026-11-20T09:00:00.000Z',
          lines: [{ line: 1, description: 'Records, 1000 records', amount: 30 }],
          subtotal: 30,
          tax: 6,
          total: 36,
          currency: 'USD',
          reason: 'Rows that were empty',
          borne_by: 'HOLDERS',
          refund: { amount: 36, date: '2026-11-20T09:00:00.000Z', reference: 'Transfer 4711' },
        },
      ],
      pagination: { total: 1, limit: 20, offset: 0, has_more: false },
    },
  },
  getCreditNote: {
    path: { credit_note_id: 'cn_01M7XPE600YEY6QW574T66ER6N' },
    answer: {
      credit_note_id: 'cn_01M7XPE600YEY6QW574T66ER6N',
      credit_note_number: 'CN-2026-000001',
      kind: 'REFUND',
      invoice_id: 'inv_01M7XPE600YEY6QW574T66ER2E',
      invoice_number: 'INV-2026-000007',
      account_id: 'acct_a',
      issued_date: '2026-11-20T09:00:00.000Z',
      lines: [{ line: 1, description: 'Records, 1000 records', amount: 30 }],
      subtotal: 30,
      tax: 6,
      total: 36,
      currency: 'USD',
      reason: 'Rows that were empty',
      borne_by: 'HOLDERS',
      refund: { amount: 36, date: '2026-11-20T09:00:00.000Z', reference: 'Transfer 4711' },
      shares: [
        {
          dataset_id: 'riverside-outpatients',
          holder_id: 'riverside-clinic',
          gross: -30,
          fee: -4.5,
          net: -25.5,
        },
      ],
    },
  },
  listCredits: {
    answer: {
      data: [
        {
          credit_id: 'credit_01KGDTCA001MNMNY3APZYG446R',
          account_id: 'acct_a',
          kind: 'GOODWILL',
          amount: 1,
          left: 0,
          borne_by: 'PLATFORM',
          priority: 50,
          expires_on: null,
          reason: 'Goodwill',
          source: null,
          voided_at: null,
          created_at: '2026-02-02T00:00:00.000Z',
          currency: 'USD',
        },
      ],
      pagination: {
        total: 1,
        limit: 20,
        offset: 0,
        has_more: false,
      },
    },
  },
  createCredit: {
    body: {
      account_id: 'default',
      amount: 0.1,
      kind: 'GOODWILL',
      borne_by: 'PLATFORM',
      reason: 'For PLATFORM',
    },
    answer: {
      credit_id: 'credit_01M6ADBH80V6E0F7NF0TT2WPNG',
      account_id: 'default',
      kind: 'GOODWILL',
      amount: 0.1,
      left: 0.1,
      borne_by: 'PLATFORM',
      priority: 50,
      expires_on: null,
      reason: 'For PLATFORM',
      source: null,
      voided_at: null,
      created_at: '2026-11-01T02:00:00.000Z',
      currency: 'USD',
    },
  },
  voidCredit: {
    path: {
      credit_id: 'credit_01M6ADBH80V6E0F7NF0TT2WPNG',
    },
    answer: {
      credit_id: 'credit_01M6ADBH80V6E0F7NF0TT2WPNG',
      account_id: 'default',
      kind: 'GOODWILL',
      amount: 0.1,
      left: 0.1,
      borne_by: 'PLATFORM',
      priority: 50,
      expires_on: null,
      reason: 'For PLATFORM',
      source: null,
      voided_at: null,
      created_at: '2026-11-01T02:00:00.000Z',
      currency: 'USD',
    },
  },
  createCharge: {
    body: {
      account_id: 'default',
      amount: 0.1,
      kind: 'CHARGE',
      description: 'For PLATFORM',
    },
    answer: {
      charge_id: 'charge_01M6ADBH80V6E0F7NF0TT2WPNJ',
      account_id: 'default',
      kind: 'CHARGE',
      description: 'For PLATFORM',
      created_at: '2026-11-01T02:00:00.000Z',
      amount: 0.1,
      currency: 'USD',
    },
  },
} satisfies Examples;
