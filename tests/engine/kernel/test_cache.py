"""The cache forgets what was used longest ago and never exceeds its limit."""

from engine.kernel.cache import Cache


def test_what_was_used_longest_ago_goes_first():
    cache = Cache(3)
    for key in "abc":
        cache.put(key, key.upper())
    assert cache.get("a") == "A"
    cache.put("d", "D")
    assert [cache.get(key) for key in "abcd"] == ["A", None, "C", "D"]
    assert (cache.pop("c"), cache.pop("c"), len(cache)) == ("C", None, 2)


def test_sizes_in_sum_stay_within_the_limit():
    cache, sizes = Cache(100), {}
    for number in range(200):
        sizes[number] = number % 40 + 1
        cache.put(number, str(number), sizes[number])
        kept = [key for key in sizes if cache.get(key) is not None]
        assert number in kept and sum(sizes[key] for key in kept) <= 100


def test_what_is_larger_than_the_limit_is_not_kept_and_pushes_nothing_out():
    cache = Cache(10)
    cache.put("small", 1, 4)
    assert cache.put("large", 2, 11) == 2
    assert (cache.get("large"), cache.get("small")) == (None, 1)


def test_a_value_put_again_counts_once():
    cache = Cache(10)
    for value in range(5):
        cache.put("same", value, 4)
    cache.put("other", 2, 6)
    assert (cache.get("same"), cache.get("other")) == (4, 2)
