/** Words of the demo decisions: made-up people, places and texts in the scripts a real ledger meets. */

/** Names in many scripts; one is decomposed (combining marks), some are written right to left. */
export const people = [
  'Jürgen Weiß',
  'Anneliese Müller-Großmann',
  'Zoe\u0308 Østergård',
  'Łukasz Żółć',
  'Nguyễn Thị Ánh',
  'Siân ap Rhŷs',
  'José María Ñúñez',
  'Åsa Björnsdóttir',
  'Θεοδώρα Παπαδοπούλου',
  'Оксана Шевченко',
  'فاطمة الزهراء الهاشمي',
  'محمد عبد الرحمن',
  'דוד לוי',
  '佐藤 花子',
  '髙橋 健太郎',
  '王小明',
  '김서연',
  'प्रिया शर्मा',
  'Tóth Ágnes',
  'Ibrahim Okonkwo',
  'Amara Ndiaye',
  'Grace O’Malley',
  'Marek Dvořák',
  'Chloé Lefèvre',
] as const;

export const places = [
  { city: 'München', region: 'DE-BY', country: 'DE' },
  { city: 'Köln', region: 'DE-NW', country: 'DE' },
  { city: 'Zürich', region: 'CH-ZH', country: 'CH' },
  { city: 'Łódź', region: 'PL-LD', country: 'PL' },
  { city: 'القاهرة', region: 'EG-C', country: 'EG' },
  { city: 'الدار البيضاء', region: 'MA-06', country: 'MA' },
  { city: '東京都', region: 'JP-13', country: 'JP' },
  { city: '大阪市', region: 'JP-27', country: 'JP' },
  { city: 'São Paulo', region: 'BR-SP', country: 'BR' },
  { city: 'Málaga', region: 'ES-MA', country: 'ES' },
  { city: 'Malmö', region: 'SE-M', country: 'SE' },
  { city: 'תל אביב', region: 'IL-TA', country: 'IL' },
  { city: 'Dublin', region: 'IE-D', country: 'IE' },
  { city: 'Montréal', region: 'CA-QC', country: 'CA' },
] as const;

export const occupations = [
  'nurse',
  'electrician',
  'teacher',
  'software developer',
  'Bäckermeister',
  'truck driver',
  'accountant',
  'self-employed',
  'retired',
  'student',
] as const;

export const merchants = [
  { name: 'Café Größenwahn', category: '5812' },
  { name: 'Elektro Öztürk', category: '5732' },
  { name: 'سوق المدينة', category: '5411' },
  { name: '株式会社ミライ', category: '5045' },
  { name: 'Nordwind Travel', category: '4722' },
  { name: 'Pixel & Söhne', category: '5734' },
  { name: 'QuickGas 24/7', category: '5542' },
  { name: 'Boulangerie L’Épi d’Or', category: '5462' },
  { name: 'CoinBridge ₿', category: '6051' },
  { name: '🎮 GameVault', category: '5816' },
] as const;

/** Posts a moderation model reads: several languages, emoji sequences, mixed writing directions. */
export const posts = [
  'Selling two concert tickets for Friday, section B. Message me for details!',
  'Das ist doch völlig übertrieben – so ein Quatsch gehört hier nicht hin. 😤',
  'هذا المنتج رائع جدًا، أنصح به الجميع! ⭐⭐⭐⭐⭐',
  '配達がとても早くて驚きました。また注文します🙇‍♀️',
  'Buy followers NOW 👉👉 limited offer, only $9.99!!!',
  'My grandmother’s soup recipe: carrots, leeks, a little ginger, and patience.',
  'Qui a vu le match hier soir ? Quelle fin incroyable ⚽️🔥',
  'The order number is ‏١٢٣٤‏ and it never arrived, שלום, can anyone help?',
  'Looking for a ride to the airport on Sunday morning, happy to share the cost.',
  '我的手机昨天丢了，有人看到吗？',
  'family day at the lake 👨‍👩‍👧‍👦🏞️ best weekend ever',
  'This seller sent me a brick instead of a camera. Avoid. Total scam!',
  'Спасибо всем за поддержку, вы лучшие ❤️',
  'Nur heute: kostenlose Beratung zum Thema Altersvorsorge — jetzt Termin sichern.',
] as const;

export const skills = [
  'TypeScript',
  'SQL',
  'double-entry bookkeeping',
  'Kundenbetreuung',
  'forklift licence',
  'negotiation',
  'データ分析',
  'patient care',
  'Spanish C1',
  'project management',
  'welding',
  'incident response',
] as const;

export const symptoms = [
  'chest pain',
  'shortness of breath',
  'fever',
  'dizziness',
  'abdominal pain',
  'headache',
  'nausea',
  'rash',
  'palpitations',
  'confusion',
  'Rückenschmerzen',
  'fatigue',
] as const;

/** Who looked at a decision before it took effect; a role, never a real person. */
export const reviewers = [
  { id: 'usr_14', role: 'senior_underwriter' },
  { id: 'usr_23', role: 'compliance_officer' },
  { id: 'usr_31', role: 'duty_physician' },
  { id: 'usr_47', role: 'claims_adjuster' },
  { id: 'usr_52', role: 'trust_and_safety' },
] as const;
