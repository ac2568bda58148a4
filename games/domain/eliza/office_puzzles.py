"""Puzzles from paid work: invoices, wages, stock, timetables, with answers worked out."""

import random


def _money(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02d}"


def _invoice(rng: random.Random) -> tuple[str, str]:
    chairs, price, discount, tax = (
        rng.randint(12, 48),
        20 * rng.randint(2, 6),
        rng.choice((5, 10, 15)),
        rng.choice((8, 10, 20)),
    )
    net = chairs * price * (100 - discount)
    gross = net * (100 + tax) // 100
    return (
        f"An invoice lists {chairs} chairs at {price}.00 each. A discount of {discount} % is taken off, then"
        f" {tax} % tax is added. What is the total to pay?",
        f"{_money(gross)}. Goods: {_money(chairs * price * 100)}; after the discount: {_money(net)}; with"
        f" tax: {_money(gross)}.",
    )


def _wages(rng: random.Random) -> tuple[str, str]:
    hours, rate = rng.randint(42, 55), 2 * rng.randint(7, 18)
    over = hours - 40
    pay = 40 * rate + over * rate * 3 // 2
    return (
        f"A technician earns {rate} per hour for the first 40 hours of a week and one and a half times that"
        f" for each hour beyond. What is the pay for a week of {hours} hours?",
        f"{pay}: 40 x {rate} = {40 * rate}, plus {over} x {rate * 3 // 2} = {over * rate * 3 // 2}.",
    )


def _reorder(rng: random.Random) -> tuple[str, str]:
    daily, lead, reserve = rng.randint(6, 40), rng.randint(3, 12), rng.randint(10, 90)
    point = daily * lead + reserve
    return (
        f"A shop sells {daily} boxes a day. A new delivery takes {lead} days, and {reserve} boxes must stay in"
        " reserve. At what stock level must the shop reorder?",
        f"At {point} boxes: {daily} x {lead} = {daily * lead} are sold while waiting, plus {reserve} in reserve.",
    )


def _break_even(rng: random.Random) -> tuple[str, str]:
    margin, units = rng.randint(6, 25), rng.randint(80, 400)
    cost = rng.randint(5, 30)
    fixed = margin * units
    return (
        f"A bakery has fixed costs of {fixed} a month. A cake sells for {cost + margin} and costs {cost} to"
        " make. How many cakes a month must it sell to break even?",
        f"{units} cakes: each brings in {cost + margin} - {cost} = {margin}, and {fixed} / {margin} = {units}.",
    )


def _average(rng: random.Random) -> tuple[str, str]:
    calls = [rng.randint(18, 64) for _ in range(4)]
    last = 5 * rng.randint(5, 12) - sum(calls) % 5
    target = (sum(calls) + last) // 5
    return (
        f"A support desk took {', '.join(map(str, calls))} calls on Monday to Thursday. How many calls on Friday"
        f" would make the average of the five days exactly {target}?",
        f"{last}: five days at {target} are {5 * target} calls, and Monday to Thursday were {sum(calls)}.",
    )


PUZZLES = (_invoice, _wages, _reorder, _break_even, _average)
