"""The queue and one case: look blind, vote, take it back within ten seconds, see what the jury said."""

import random
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from judging.domain.errors import InvalidInputError, JudgingError, NotAllowedError
from judging.domain.moderation import LEASE
from judging.forms import GATE_CODES, DrawForm, ExplainForm, SkipForm, UndoForm, VoteForm
from judging.selectors import moderation as selectors
from judging.services import moderation as services
from judging.views.access import for_moderators, forbidden, user_id

CONFLICT, UNPROCESSABLE = 409, 422
# Letters, since digits are votes: a slip of the finger on the list of reasons casts none.
CODE_KEYS = "abcde"


@require_safe
@for_moderators
def queue(request: HttpRequest) -> HttpResponse:
    """Show what waits, and the moderator's own record."""
    form = DrawForm(request.GET)
    reason = form.cleaned_data["reason"] if form.is_valid() else None
    now = timezone.now()
    page = selectors.queue_page(user_id=user_id(request), now=now, reason=reason)
    if page is None:
        return forbidden(request)
    card = selectors.moderator_card(user_id(request))
    context = {"queue": page, "card": card, "now": now}
    return render(request, "judging/moderation/queue.html", context)


@require_POST
@for_moderators
def draw(request: HttpRequest) -> HttpResponse:
    """Draw the next case, or return to the one that is held already."""
    form = DrawForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else None
    case_id = services.draw_case(
        user_id=user_id(request), now=timezone.now(), rng=random.SystemRandom(), reason=reason
    )
    if case_id is None:
        messages.info(request, "Nothing is left for you at this moment.")
        return redirect("moderation:queue")
    drawn = selectors.case_view(case_id=case_id, user_id=user_id(request))
    return redirect("moderation:case", drawn.public_id) if drawn else redirect("moderation:queue")


@require_safe
@for_moderators
def case(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a case: blind to who holds it, with the jury to who has voted on it."""
    return _page(request, public_id)


@require_POST
@for_moderators
def vote(request: HttpRequest, public_id: str) -> HttpResponse:
    """Cast a vote; it counts ten seconds later."""
    form = VoteForm(request.POST)
    if not form.is_valid():
        return _page(request, public_id, form=form, problem="Choose one of the four votes below.")
    choice, code = form.vote
    try:
        services.vote(
            user_id=user_id(request),
            case_id=selectors.case_id_of(public_id),
            key_seen=form.cleaned_data["key"],
            choice=choice,
            gate_code=code,
            reason=form.cleaned_data["reason"],
            note=form.cleaned_data["note"],
            now=timezone.now(),
        )
    except InvalidInputError as error:
        form.add_error(error.field if error.field in form.fields else None, str(error))
        return _page(request, public_id, form=form)
    except JudgingError as error:
        return _refused(request, public_id, error)
    return redirect("moderation:case", public_id)


@require_POST
@for_moderators
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a vote back while it does not count yet; the case is hers again."""
    form = UndoForm(request.POST)
    if not form.is_valid():
        return _page(request, public_id, problem="This page is out of date. Nothing was changed.")
    try:
        services.withdraw_vote(
            user_id=user_id(request), review_id=form.cleaned_data["review"], now=timezone.now()
        )
    except JudgingError as error:
        return _refused(request, public_id, error)
    messages.success(request, "Your vote is taken back. Vote again, or pass the case on.")
    return redirect("moderation:case", public_id)


@require_POST
@for_moderators
def explain(request: HttpRequest, public_id: str) -> HttpResponse:
    """Tell the players why, once the vote counts and turns out to answer an appeal."""
    form = ExplainForm(request.POST)
    form.full_clean()
    try:
        services.explain_vote(
            user_id=user_id(request),
            case_id=selectors.case_id_of(public_id),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
    except InvalidInputError as error:
        form.add_error("reason", str(error))
        return _reveal(request, public_id, timezone.now(), form)
    except JudgingError as error:
        return _refused(request, public_id, error)
    messages.success(request, "Thank you: both players will read your reason.")
    return redirect("moderation:case", public_id)


@require_POST
@for_moderators
def skip(request: HttpRequest, public_id: str) -> HttpResponse:
    """Pass a case on to other moderators, with a reason, and go back to the queue."""
    form = SkipForm(request.POST)
    form.full_clean()
    try:
        services.skip_case(
            user_id=user_id(request),
            case_id=selectors.case_id_of(public_id),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
    except InvalidInputError as error:
        form.add_error("reason", str(error))
        return _page(request, public_id, skip_form=form)
    except JudgingError as error:
        return _refused(request, public_id, error)
    messages.success(request, f"You skipped case {public_id}. You will not see it again.")
    return redirect("moderation:queue")


@require_POST
@for_moderators
def renew(request: HttpRequest, public_id: str) -> HttpResponse:
    """Keep a case longer; a script is told until when, a person sees the page again."""
    try:
        until = services.renew_case(
            user_id=user_id(request), case_id=selectors.case_id_of(public_id), now=timezone.now()
        )
    except JudgingError as error:
        return _refused(request, public_id, error)
    if request.accepts("text/html"):
        return redirect("moderation:case", public_id)
    return JsonResponse({"until": until.isoformat()})


@require_POST
@for_moderators
def release(request: HttpRequest, public_id: str) -> HttpResponse:
    """Put a case back into the queue without a word."""
    try:
        services.release_case(
            user_id=user_id(request), case_id=selectors.case_id_of(public_id), now=timezone.now()
        )
    except JudgingError as error:
        return _refused(request, public_id, error)
    messages.success(request, f"Case {public_id} is back in the queue.")
    return redirect("moderation:queue")


def _refused(request: HttpRequest, public_id: str, error: JudgingError) -> HttpResponse:
    if isinstance(error, NotAllowedError):
        return forbidden(request)
    return _gone(request, public_id, str(error))


def _gone(request: HttpRequest, public_id: str, problem: str) -> HttpResponse:
    context = {"problem": problem, "public_id": public_id}
    return render(request, "judging/moderation/gone.html", context, status=CONFLICT)


def _page(
    request: HttpRequest,
    public_id: str,
    *,
    form: VoteForm | None = None,
    skip_form: SkipForm | None = None,
    problem: str = "",
) -> HttpResponse:
    now: datetime = timezone.now()
    blind = selectors.case_view(case_id=selectors.case_id_of(public_id), user_id=user_id(request))
    if blind is None:
        return _reveal(request, public_id, now)
    key = {"key": blind.key_seen}
    context = {
        "case": blind,
        "form": form or VoteForm(initial=key),
        "skip_form": skip_form or SkipForm(),
        "codes": list(zip(GATE_CODES, CODE_KEYS, strict=True)),
        "lease": LEASE,
        "now": now,
        "problem": problem,
    }
    failed = bool(form or skip_form or problem)
    status = UNPROCESSABLE if failed else 200
    return render(request, "judging/moderation/case.html", context, status=status)


def _reveal(
    request: HttpRequest, public_id: str, now: datetime, form: ExplainForm | None = None
) -> HttpResponse:
    case_id = selectors.case_id_of(public_id)
    revealed = selectors.case_reveal(case_id=case_id, user_id=user_id(request), now=now)
    if revealed is None:
        return _gone(
            request, public_id, "You do not hold this case: it is in the queue, or with somebody else."
        )
    context = {"case": revealed, "form": form or ExplainForm(), "now": now}
    status = UNPROCESSABLE if form else 200
    return render(request, "judging/moderation/reveal.html", context, status=status)
