package io.graphkernel.processor.option;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The graph kernel flags that hold for one kernel method. A flag that nobody gave has its default, which may depend on
 * the optimization level.
 */
public final class Flags {

    /** What holds if no flag is given. */
    public static final Flags DEFAULT = new Flags(Map.of(), Map.of());

    private final Map<Flag, Object> given;
    private final SortedMap<String, Boolean> switched;

    private Flags(Map<Flag, Object> given, Map<String, Boolean> switched) {
        this.given = Collections.unmodifiableMap(given);
        this.switched = Collections.unmodifiableSortedMap(new TreeMap<>(switched));
    }

    /**
     * Flags that say nothing but the level.
     *
     * @param optLevel 0 to 3
     * @return the flags
     */
    public static Flags atLevel(int optLevel) {
        return DEFAULT.with(Flag.OPT_LEVEL, optLevel);
    }

    /**
     * These flags with another value of one of them.
     *
     * @param flag the flag
     * @param value of its type: a {@link Boolean}, a {@link Number}, a {@link String} or a {@link List} of strings
     * @return new flags
     */
    public Flags with(Flag flag, Object value) {
        Map<Flag, Object> values = new EnumMap<>(Flag.class);
        values.putAll(given);
        values.put(flag, flag.type().checked(value));
        return new Flags(values, switched);
    }

    /**
     * These flags with the switches of a fusion switch file.
     *
     * @param passes whether each pass that the file names is on
     * @return new flags
     */
    public Flags withSwitches(Map<String, Boolean> passes) {
        return new Flags(given, passes);
    }

    /**
     * What the fusion switch file says about a pass. {@code --enable_pass} and {@code --disable_pass} are nearer.
     *
     * @param pass its name
     * @return whether it is on; empty if the file does not say
     */
    public Optional<Boolean> switched(String pass) {
        return Optional.ofNullable(switched.get(pass));
    }

    /**
     * The optimization level.
     *
     * @return 0 for one kernel per basic op, to 3
     */
    public int optLevel() {
        return (int) number(Flag.OPT_LEVEL);
    }

    /**
     * The value of a switch.
     *
     * @param flag of type {@link FlagType#SWITCH}
     * @return whether it is on
     */
    public boolean isOn(Flag flag) {
        return (Boolean) value(flag);
    }

    /**
     * The value of a number.
     *
     * @param flag of type {@link FlagType#COUNT} or {@link FlagType#INTEGER}
     * @return the number
     */
    public long number(Flag flag) {
        return (Long) value(flag);
    }

    /**
     * The value of a list.
     *
     * @param flag of type {@link FlagType#LIST}
     * @return its items in the given order, without repetition
     */
    public List<String> list(Flag flag) {
        return ((List<?>) value(flag)).stream().map(String.class::cast).toList();
    }

    /**
     * Whether somebody gave the flag.
     *
     * @param flag the flag
     * @return false if its default holds
     */
    public boolean isGiven(Flag flag) {
        return given.containsKey(flag);
    }

    /**
     * The given flags in the syntax in which they are written.
     *
     * @return for example {@code --opt_level=1 --disable_pass=a,b}; empty if none is given
     */
    public String text() {
        return given.entrySet().stream()
                .map(entry -> Flag.DASHES + entry.getKey().key() + "=" + text(entry.getValue()))
                .collect(Collectors.joining(" "));
    }

    /**
     * All flags that have a meaning here, with the values that hold.
     *
     * @return a JSON object of strings in the order of the table, on one line
     */
    public String json() {
        return Arrays.stream(Flag.values())
                .filter(flag -> flag.whyWithoutMeaning().isEmpty())
                .map(flag -> "\"" + flag.key() + "\":\"" + text(value(flag)) + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** Flags hold no character that JSON escapes, but for names that {@link Vocabulary} does not know. */
    private static String text(Object value) {
        return value instanceof List<?> items
                ? items.stream().map(String.class::cast).collect(Collectors.joining(","))
                : value.toString();
    }

    private Object value(Flag flag) {
        Object value = given.get(flag);
        return value != null ? value : flag.defaultValue(flag == Flag.OPT_LEVEL ? 0 : optLevel());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Flags flags && flags.given.equals(given) && flags.switched.equals(switched);
    }

    @Override
    public int hashCode() {
        return Objects.hash(given, switched);
    }

    @Override
    public String toString() {
        return given + (switched.isEmpty() ? "" : " " + switched);
    }
}
