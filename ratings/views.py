"""Pages of the ladders."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.domain.pools import Pool
from ratings import selectors

PAGE_SIZE = 50
LAST_PAGE = 500


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """Show the top of every pool's ladder."""
    return render(
        request, "ratings/ladders.html", {"ladders": [selectors.ladder_info(pool) for pool in Pool]}
    )


@require_safe
def pool(request: HttpRequest, pool: str) -> HttpResponse:
    """Show one pool's whole ladder, page by page."""
    if pool not in list(Pool):
        raise Http404("There is no such ladder.")
    page = _page_number(request)
    info = selectors.ladder_info(Pool(pool))
    rows = selectors.ladder(info.pool, limit=PAGE_SIZE, offset=PAGE_SIZE * (page - 1))
    if not rows and page > 1:
        raise Http404("The ladder ends before this page.")
    more = info.players > PAGE_SIZE * page and page < LAST_PAGE
    context = {
        "ladder": info,
        "rows": rows,
        "higher": page - 1 if page > 1 else None,
        "lower": page + 1 if more else None,
    }
    return render(request, "ratings/pool.html", context)


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "1")
    return min(max(int(text), 1), LAST_PAGE) if text.isascii() and text.isdigit() and len(text) < 9 else 1
