package io.graphkernel.testing;

import java.util.Arrays;
import java.util.Locale;

/** Tier of this test run, which Maven passes to the tests of all modules. */
public enum TestTier {
    /** Each build: a sample of the cases. */
    FAST,
    /** Before a change is merged: all cases that take minutes. */
    FULL,
    /** On request: runs that take up to hours, and those that need large downloads. */
    EXHAUSTIVE;

    /** System property with the name of the tier; {@code fast} without it, as in an IDE. */
    public static final String PROPERTY = "tests.tier";

    private static final TestTier CURRENT = of(System.getProperty(PROPERTY, "fast"));

    /** Returns the tier of this run. */
    public static TestTier current() {
        return CURRENT;
    }

    /** Returns true in the fast tier. */
    public static boolean isFast() {
        return CURRENT == FAST;
    }

    /** Returns true in the exhaustive tier. */
    public static boolean isExhaustive() {
        return CURRENT == EXHAUSTIVE;
    }

    /** Returns the value of this run's tier. */
    public static <T> T select(T fast, T full, T exhaustive) {
        return switch (CURRENT) {
            case FAST -> fast;
            case FULL -> full;
            case EXHAUSTIVE -> exhaustive;
        };
    }

    /** Returns the JVM option that runs another process in this tier. */
    public static String option() {
        return "-D" + PROPERTY + "=" + CURRENT.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the tier of a name.
     *
     * @throws IllegalArgumentException if no tier has the name
     */
    static TestTier of(String name) {
        return Arrays.stream(values())
                .filter(tier -> tier.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no tier of tests is named '" + name + "'; there are fast, full and exhaustive"));
    }
}
