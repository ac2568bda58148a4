"""Bank for *economically relevant work*: office, trade, software and service tasks with checkable results."""

ENTRIES = (
    (
        "A customer writes that a parcel marked as delivered never arrived. Write a reply of at most 80 words that"
        " apologises, says what happens next and by when.",
        "Dear customer, I am sorry that your parcel has not reached you although it is marked as delivered. I have"
        " opened an inquiry with the carrier today; they must answer within two working days. If they cannot find it"
        " by then, we will send a replacement at our cost or refund you in full, as you prefer. I will write to you by"
        " Thursday at the latest. Kind regards, customer service",
    ),
    (
        "A product costs 80 and sells for 120. What are the markup on cost and the margin on sales, in percent?",
        "The markup is 50 % (40 / 80) and the margin is 33.3 % (40 / 120).",
    ),
    (
        "Four painters need 6 days for a house. How long do three painters need at the same pace?",
        "8 days: the work is 4 x 6 = 24 painter-days, and 24 / 3 = 8.",
    ),
    (
        "Write a SQL query that lists each customer's name and number of orders, also customers without orders, most"
        " orders first. Tables: customers(id, name), orders(id, customer_id).",
        "SELECT c.name, COUNT(o.id) AS orders FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY"
        " c.id, c.name ORDER BY orders DESC;",
    ),
    (
        "What is wrong with the Python line `def add(item, items=[]): items.append(item); return items`, and how is"
        " it repaired?",
        "The default list is made once and shared by all calls, so items pile up. Use `def add(item, items=None):` and"
        " inside `items = [] if items is None else items` before appending.",
    ),
    (
        "A machine for 48,000 is written off in equal parts over 6 years to a rest value of 6,000. What is the yearly"
        " depreciation, and the book value after 4 years?",
        "7,000 a year: (48,000 - 6,000) / 6. After 4 years the book value is 48,000 - 28,000 = 20,000.",
    ),
    (
        "Rewrite for a restaurant's web page, in at most 25 words, friendly and without blame: 'We don't take"
        " reservations for small groups and won't seat you until everyone is there.'",
        "Tables for small groups are first come, first served. We will gladly seat you as soon as your whole party has"
        " arrived.",
    ),
    (
        "A meeting is at 14:30 in London (UTC+1 in summer). What is the local time in New York (UTC-4) and in Tokyo"
        " (UTC+9)?",
        "9:30 in New York and 22:30 in Tokyo: 14:30 in London is 13:30 UTC.",
    ),
    (
        "Name four things that a good bug report must contain, and say in a few words why each.",
        "Steps to reproduce, so that others can see it; what was expected and what happened, so that the fault is"
        " clear; version and environment, since it may occur only there; the exact error message or log, which points"
        " to the cause.",
    ),
    (
        "Net sales are 250,000, cost of goods 150,000, other operating costs 60,000 and interest 5,000. What are gross"
        " profit, operating profit and profit before tax?",
        "Gross profit 100,000; operating profit 40,000; profit before tax 35,000.",
    ),
    (
        "Turn this note into three clear tasks with owner and date: 'Anna does slides by Tue, Ben still to call the"
        " venue, latest Monday, and I (Carla) send invitations once the venue is fixed, Wed.'",
        "1. Ben: call the venue, by Monday. 2. Anna: finish the slides, by Tuesday. 3. Carla: send the invitations"
        " after the venue is confirmed, by Wednesday.",
    ),
    (
        "You lend 10,000 at 5 % a year, compounded yearly. How much is owed after 3 years, and how much of it is"
        " interest?",
        "11,576.25, of which 1,576.25 is interest: 10,000 x 1.05^3 = 11,576.25.",
    ),
    (
        "Write a polite e-mail of two or three sentences that declines a meeting on Friday and proposes Tuesday at"
        " 10:00 or 15:00 instead.",
        "Thank you for the invitation. Unfortunately I cannot make it on Friday; would Tuesday at 10:00 or 15:00 suit"
        " you instead? I look forward to our talk.",
    ),
    (
        "A wall of 4.5 m by 2.6 m has a door of 0.9 m by 2.0 m. One litre of paint covers 8 square metres; two coats"
        " are needed. How many litres?",
        "2.475 litres, so buy 2.5. The wall has 11.7 square metres, less 1.8 for the door is 9.9; two coats are 19.8,"
        " and 19.8 / 8 = 2.475.",
    ),
    (
        "Which test shows whether a new web page sells more than the old one, and what must be fixed before it starts?",
        "A randomised A/B test: visitors are assigned to the pages by chance and the purchase rates compared. Before it"
        " starts one fixes the measure, the smallest effect that matters, the sample size (or a sequential rule) and"
        " the error rate.",
    ),
    (
        "A van uses 9 litres per 100 km at 1.80 per litre. What does the fuel for a tour of 350 km cost, and per"
        " delivery with 14 deliveries?",
        "56.70 for the tour (31.5 litres x 1.80) and 4.05 per delivery.",
    ),
    (
        "Write a regular expression that matches a date in the form YYYY-MM-DD with month 01-12 and day 01-31, whole"
        " string only.",
        "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
    ),
    (
        "An employee works 25 hours a week; full time is 40 hours with 30 days of holiday on 5 days a week. She works"
        " 5 shorter days. How many days of holiday are her fair share?",
        "30 days. She also works 5 days a week, so a holiday of one week costs her 5 days like everybody else; only"
        " the hours per day are fewer.",
    ),
    (
        "Summarise in one sentence for a manager: 'Tests ran 3 times; 2 of 340 failed, both in the PDF export, both on"
        " Windows only; fix known, needs a day; the release is in four days.'",
        "The release in four days is on track: only the PDF export on Windows fails (2 of 340 tests), and the known fix"
        " takes one day.",
    ),
    (
        "A warehouse starts with 420 units at 5 each, then buys 280 at 6. It sells 500. By FIFO, what are the cost of"
        " goods sold and the value of the rest?",
        "Cost of goods sold 2,580 (420 x 5 + 80 x 6), and the 200 left are worth 1,200 (200 x 6).",
    ),
    (
        "Give a recipe's amounts for 10 people, if for 4 people it takes 300 g rice, 2 onions, 500 ml stock and 60 g"
        " butter.",
        "750 g rice, 5 onions, 1,250 ml stock and 150 g butter (everything times 2.5).",
    ),
    (
        "What does HTTP status 429 tell a program, and what should it do next?",
        "Too many requests: it is being rate limited. It should stop, wait as long as the Retry-After header says (or"
        " back off exponentially with some randomness) and then try again, a limited number of times.",
    ),
    (
        "Task A takes 3 days, B 5 days, C 2 days after A, D 4 days after both B and C. Tasks may run side by side. How"
        " long is the project, and which path is critical?",
        "9 days. A and C end on day 5, and B ends on day 5 too, so D runs to day 9; both A-C-D and B-D are critical.",
    ),
    (
        "Write a product description of exactly two sentences for a steel water bottle of 750 ml that keeps drinks cold"
        " for 24 hours.",
        "This 750 ml steel bottle keeps your drink cold for a full 24 hours, from the morning train to the evening run."
        " Its double wall is tough, free of plastic taste and easy to clean.",
    ),
    (
        "A loan of 12,000 at 6 % a year simple interest is repaid in one sum after 8 months. How much is paid back?",
        "12,480: the interest is 12,000 x 0.06 x 8/12 = 480.",
    ),
    (
        "Which three legal or practical points must be checked before a customer list of a company that was bought is"
        " used for a newsletter?",
        "Whether the people agreed to such mail, or the law allows it without (consent or another legal basis); whether"
        " that consent covers the new company and this purpose; and whether every mail says who sends it and offers an"
        " easy way to unsubscribe, with earlier objections honoured.",
    ),
    (
        "Revenue rose from 64,000 to 80,000 while costs rose from 48,000 to 56,000. By what percent did the profit"
        " change?",
        "By 50 %: from 16,000 to 24,000.",
    ),
    (
        "In a spreadsheet, column A holds regions and column B sales. Give a formula for the total of 'North', and one"
        " for the number of its rows.",
        '=SUMIF(A:A,"North",B:B) for the total and =COUNTIF(A:A,"North") for the number of rows.',
    ),
    (
        "A colleague says: 'The average salary here is 60,000, so half of us earn more.' What is wrong, and which figure"
        " would support the claim?",
        "The mean says nothing about halves: a few high salaries pull it up, so most may earn less. The median is the"
        " figure that half of the people lie above.",
    ),
    (
        "A call centre gets 90 calls an hour; each takes 4 minutes. How many agents are busy on average, and why must"
        " more be hired?",
        "6 agents (90 x 4 / 60 = 6 hours of work per hour). More are needed because calls arrive irregularly: with"
        " exactly 6, all would have to be busy all the time and the queue would grow without bound.",
    ),
    (
        "Correct all errors: 'Their is less complaints then last year, irregardless of the increase in order's.'",
        "There are fewer complaints than last year, regardless of the increase in orders.",
    ),
    (
        "Write a Python function that returns the most frequent word of a text, ignoring case; on a tie the one that"
        " comes first.",
        "def top_word(text):\n    words = text.lower().split()\n    return max(words, key=words.count) if words else"
        " None\n\nmax() keeps the first of equal counts; for long texts use collections.Counter(words).most_common(1),"
        " which also keeps the order of first appearance.",
    ),
)
