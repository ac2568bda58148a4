"""What load balancers are told."""

import json

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client

from tests.agplatform.broker import broker_away

SECRETS = ("redis://", "only-for-tests", "Traceback", "Error", "sqlite", "/tmp")


@pytest.mark.django_db
def test_a_process_with_all_its_parts_is_ready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"database": "ok", "migrations": "ok", "redis": "ok"}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_without_redis_it_is_alive_but_not_ready(client: Client) -> None:
    with broker_away():
        alive, ready = client.get("/healthz"), client.get("/readyz")
    assert alive.status_code == 200
    assert ready.status_code == 503
    assert ready.json() == {"database": "ok", "migrations": "ok", "redis": "failing"}


@pytest.mark.django_db
def test_a_migration_that_waits_is_named(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"database": "ok", "migrations": "failing", "redis": "ok"}


def test_being_alive_asks_nothing_of_the_database(client: Client) -> None:
    """Without the django_db mark, any query would fail this test."""
    assert client.get("/healthz").content == b"ok\n"
    assert client.head("/healthz").status_code == 200
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_a_failing_part_tells_no_secret(client: Client, settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://:hunter2@127.0.0.1:9/"
    body = client.get("/readyz").content.decode()
    assert json.loads(body)["redis"] == "failing"
    assert not [secret for secret in (*SECRETS, "hunter2") if secret in body]
