"""What a run of kills has come to, and whether that is enough to say anything."""

import statistics

from proof.kill.clicks import PRESSABLE, Fate
from proof.kill.hall import Hall

SLOWEST_START = 2000  # milliseconds to the first answer
MANY = 100  # kills after which the least must have happened
MOST_LIVES = 0.8  # of those that were played with have a first answer
BETWEEN = 0.05  # of the kills find something stored that nobody was told yet


class Tally:
    def __init__(self, hall: Hall) -> None:
        self.hall, self.trial = hall, hall.trial
        self.firsts: list[float] = []  # milliseconds from the start to the first answer

    def first_answer(self, taken: float) -> None:
        self.firsts.append(taken)
        if self.trial.is_timed and taken > SLOWEST_START:
            late = f"the first answer came after {taken:,.0f} ms, more than {SLOWEST_START:,}"
            self.trial.fault(late)

    def untold(self, many: int, are_lost: bool) -> None:
        """Stored since the last kill, and its answer was not on its way yet."""
        self.trial.counts["stored, but nobody was told"] += many
        if many and not are_lost:
            self.trial.counts["kills between storing and answering"] += 1

    def count(self) -> None:
        """What is worth telling on the way."""
        done = [each for each in self.hall.clicks.values() if each.is_confirmed]
        self.trial.counts["confirmed actions"] = sum(each.wish.verb == "act" for each in done)

    def _count_the_rest(self) -> None:
        clicks, counts = self.hall.clicks.values(), self.trial.counts
        done = sum(each.is_confirmed for each in clicks)
        counts["confirmed besides, in lobbies and of seats"] = done - counts["confirmed actions"]
        counts["clicks cut off by a kill"] = sum(each.fate is Fate.CUT for each in clicks)
        counts["presses on what an earlier process had drawn"] = self.hall.pressed.total()

    def judge(self) -> None:
        self.count()
        self._count_the_rest()
        self.trial.figure("kinds of buttons pressed after a restart", len(self.hall.pressed))
        self.trial.figure("kinds of buttons there are", len(PRESSABLE))
        self.trial.figure("first answers", len(self.firsts))
        if self.firsts:
            self.trial.figure("first answer, median ms", statistics.median(self.firsts))
            self.trial.figure("first answer, slowest ms", max(self.firsts), SLOWEST_START)
        if self.trial.counts["kills"] >= MANY:
            self._judge_floors()

    def _judge_floors(self) -> None:
        """A run in which little happened shows nothing."""
        trial, kills = self.trial, self.trial.counts["kills"]
        for kind, verb in sorted(PRESSABLE - self.hall.pressed.keys()):
            name = f"{kind.name.lower()} {verb}".strip()
            trial.fault(f"{name}: no such button was answered after a restart")
        between = trial.counts["kills between storing and answering"]
        least = {
            "confirmed actions": (trial.counts["confirmed actions"], kills),
            "first answers": (len(self.firsts), MOST_LIVES * kills),
            "kills between storing and answering": (between, BETWEEN * kills),
        }
        for name, (many, enough) in least.items():
            trial.check(many >= enough, f"only {many} {name} in {kills} kills")
