"""The table in Debian's Firefox: ways that are walked in Chromium are walked again, wherever browsers may differ. One
Firefox for all of them; what is imported here is run here."""
# ruff: noqa: F401

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright
from table.browser.people.test_evening import test_two_people_and_a_watcher_through_an_evening
from table.browser.people.test_games_page import (
    test_lists_follow_what_waits,
    test_quick_typing_doubles_no_rows_and_every_game_can_be_chosen,
    test_what_is_told_of_a_person_goes_with_the_person,
)
from table.browser.people.test_lobby_page import (
    test_a_rated_game_from_the_lobby_to_the_page_of_whoever_won,
    test_whoever_is_at_a_button_of_the_lobby_stays_there,
    test_whom_one_has_blocked_can_be_met_again,
)
from table.browser.people.test_notices_page import (
    test_a_browser_that_allows_none_is_told_of,
    test_a_notice_comes_while_one_looks_elsewhere,
)
from table.browser.people.test_offline import (
    test_a_feed_is_made_and_stopped_on_the_page,
    test_what_was_seen_opens_without_the_table,
    wire,
)
from table.browser.people.test_persons_page import (
    ada,
    test_a_game_that_waits_is_not_hidden_behind_others,
    test_misspelt_words_make_nobody_new,
    test_on_a_phone_what_waits_comes_before_the_cards,
    test_the_same_person_on_another_device,
    test_who_joins_is_asked_for_a_name_once_and_a_watcher_reads_the_truth,
)
from table.browser.players.test_first_hour import (
    test_a_phrase_is_seen_where_the_panel_is_out_of_sight,
    test_a_study_fits_on_a_tablet,
    test_any_place_of_a_card_chooses_its_game_and_play_is_in_reach,
    test_back_leads_to_where_one_was,
    test_marks_belong_to_their_cells_however_the_board_lies,
    test_the_keys_can_be_read_on_a_narrow_screen,
)
from table.browser.players.test_guide import (
    test_a_click_that_means_nothing_is_answered,
    test_the_goal_and_the_turn_are_told_in_words,
    test_the_rules_are_a_key_away,
)
from table.browser.players.test_habits_page import (
    test_a_long_press_draws_too,
    test_a_move_ahead_is_played_when_its_turn_comes,
    test_a_piece_is_dragged_on_a_board_that_is_turned_round,
    test_arrows_and_rings_are_drawn_and_cleared,
    test_coordinates_can_be_hidden,
    test_keys_take_back_in_steps_and_are_explained,
    test_moves_are_confirmed_where_somebody_wants_it,
    test_the_board_is_turned_round,
)
from table.browser.players.test_layout import (
    test_a_finger_hits_the_cells_of_a_large_board,
    test_a_game_has_its_actions_in_sight_and_its_status_by_the_board,
    test_dialogs_can_be_closed_on_a_phone,
    test_on_a_phone_every_link_of_the_header_is_in_sight_at_a_game,
    test_on_a_tall_phone_a_broad_board_lies_on_its_side,
    test_the_typeface_of_names_comes_with_the_page,
)
from table.browser.players.test_panel import (
    test_a_card_plays_what_the_panel_shows,
    test_a_handicap_of_time,
    test_hex_begins_with_the_swap_unless_it_is_switched_off,
    test_the_way_back_leads_to_the_panel_as_it_was,
    test_two_clicks_begin_one_game,
)
from table.browser.players.test_sharing_habits import (
    test_an_arrangement_goes_round_by_a_link,
    test_chapters_are_arranged_by_whoever_may_join_in,
    test_two_engines_are_watched,
)
from table.browser.players.test_sounds import (
    friends,
    test_a_die_is_heard_when_it_rolls,
    test_a_move_ones_turn_an_offer_and_the_end_are_heard,
)
from table.browser.players.test_states import (
    test_a_list_of_reports_has_no_barriers,
    test_a_players_page_has_no_barriers,
    test_states_of_a_table_have_no_barriers,
    test_what_opens_from_the_menu_of_a_game_has_no_barriers,
    test_whoever_meets_others_finds_no_barriers,
)
from table.browser.players.test_told import (
    test_an_invitation_says_who_can_open_it_and_whether_it_was_copied,
    test_an_offer_that_is_declined_is_told,
    test_fast_keys_lose_no_step,
    test_no_hint_while_the_engine_thinks,
    test_notes_pass_and_let_clicks_through,
    test_the_chances_and_the_end_are_right_after_a_resignation_in_the_past,
)
from table.browser.test_against_engine import (
    test_a_record_is_uploaded_and_looked_at,
    test_hint_and_chances,
    test_looking_through_a_game_with_variations_and_files,
    test_one_click_to_a_game_and_the_engine_answers,
)
from table.browser.test_comforts import (
    test_days_on_a_clock_stay_on_one_line_and_dates_are_never_english_in_esperanto,
    test_the_way_back_leads_to_a_list_that_knows_whose_turn_it_is,
    test_two_tabs_of_one_seat_show_the_same_game,
)
from table.browser.test_friends import test_a_lost_connection_comes_back, test_two_browsers_play_by_link
from table.browser.test_kept_studies import test_a_browser_without_room_says_that_it_keeps_nothing
from table.browser.test_learning import (
    test_a_puzzle_is_tried_wrongly_then_rightly,
    test_a_puzzle_of_the_day_its_solution_and_the_way_into_study,
    test_a_whole_introduction,
)
from table.browser.test_pages import (
    test_games_have_no_barriers_on_a_phone_and_a_laptop,
    test_pages_have_no_barriers_on_a_phone_and_a_laptop,
    test_settings_change_colours_and_language_at_once,
)
from table.browser.test_rolls import test_an_honest_game_is_proven_fair_and_what_was_taken_back_is_shown
from table.browser.test_seat_and_game import (
    test_a_link_is_renewed_and_the_old_one_turned_out,
    test_what_is_asked_at_a_game_is_not_asked_over_another_page,
)
from table.browser.test_shared_studies import (
    test_what_the_table_does_not_hear_of_is_said_and_kept_here_and_comes_later,
)
from table.browser.test_studies_page import (
    test_a_downloaded_study_is_whole_and_comes_back,
    test_a_frame_shows_the_board_its_moves_and_the_way_to_the_table,
    test_a_study_of_an_empty_board_is_there_after_a_reload,
    test_openings_can_be_looked_up_and_chosen,
    test_reports_and_documentation_are_a_click_away,
    test_two_people_study_together_and_a_third_looks_on,
)
from table.browser.test_whole_games import (
    test_a_piece_of_atmalof_is_dragged,
    test_the_keyboard_keeps_its_place,
)

from benchmarks import browsers


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Firefox."""
    if browsers.FIREFOX is None:
        pytest.skip("Firefox is not there: scripts/setup.sh test installs it")
    with browsers.firefox(playwright) as running:
        yield running


@pytest.fixture
def browser(firefox: Browser) -> Browser:
    """The browser of the tests in this file."""
    return firefox
