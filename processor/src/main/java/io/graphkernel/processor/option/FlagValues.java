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
 * Graph kernel flags of one kernel method. A flag that is not set has its default, which may depend on the optimization
 * level, {@link Flag}. {@code PassPosition} applies the flags that enable and disable passes.
 */
public final class FlagValues {

    /** Flags with defaults only. */
    public static final FlagValues DEFAULT = new FlagValues(Map.of(), Map.of());

    private final Map<Flag, Object> given;
    private final SortedMap<String, Boolean> switched;

    private FlagValues(Map<Flag, Object> given, Map<String, Boolean> switched) {
        this.given = Collections.unmodifiableMap(given);
        this.switched = Collections.unmodifiableSortedMap(new TreeMap<>(switched));
    }

    /**
     * Returns flags with only the level set.
     *
     * @param optLevel 0 to 3
     * @return the flags
     */
    public static FlagValues atLevel(int optLevel) {
        return DEFAULT.with(Flag.OPT_LEVEL, optLevel);
    }

    /**
     * Returns these flags with another value of one of them.
     *
     * @param flag the flag
     * @param value value of its type: a {@link Boolean}, a {@link Number}, a {@link String} or a {@link List} of
     *     strings
     * @return new flags
     */
    public FlagValues with(Flag flag, Object value) {
        Map<Flag, Object> values = new EnumMap<>(Flag.class);
        values.putAll(given);
        values.put(flag, flag.type().checked(value));
        return new FlagValues(values, switched);
    }

    /**
     * Returns these flags with the switches of a fusion switch file.
     *
     * @param passes true or false for each pass in the file
     * @return new flags
     */
    public FlagValues withSwitches(Map<String, Boolean> passes) {
        return new FlagValues(given, passes);
    }

    /**
     * Returns the setting of the fusion switch file for a pass. {@code --enable_pass} and {@code --disable_pass} take
     * precedence.
     *
     * @param pass name of the pass
     * @return true if it is on; empty if the file has no setting
     */
    public Optional<Boolean> switched(String pass) {
        return Optional.ofNullable(switched.get(pass));
    }

    /**
     * Returns the optimization level.
     *
     * @return 0 for one kernel per basic op, to 3
     */
    public int optLevel() {
        return (int) number(Flag.OPT_LEVEL);
    }

    /**
     * Returns the value of a switch.
     *
     * @param flag flag of type {@link FlagType#SWITCH}
     * @return true if it is on
     */
    public boolean isOn(Flag flag) {
        return (Boolean) value(flag);
    }

    /**
     * Returns the value of a number.
     *
     * @param flag flag of type {@link FlagType#COUNT} or {@link FlagType#INTEGER}
     * @return the number
     */
    public long number(Flag flag) {
        return (Long) value(flag);
    }

    /**
     * Returns the value of a list.
     *
     * @param flag flag of type {@link FlagType#LIST}
     * @return elements in order, without duplicates
     */
    public List<String> list(Flag flag) {
        return ((List<?>) value(flag)).stream().map(String.class::cast).toList();
    }

    /**
     * Returns true if the flag is set explicitly.
     *
     * @param flag the flag
     * @return false for a default
     */
    public boolean isSet(Flag flag) {
        return given.containsKey(flag);
    }

    /**
     * Returns the explicitly set flags in their syntax.
     *
     * @return text, for example {@code --opt_level=1 --disable_pass=a,b}; empty if none is set
     */
    public String text() {
        return given.entrySet().stream()
                .map(entry -> Flag.DASHES + entry.getKey().key() + "=" + text(entry.getValue()))
                .collect(Collectors.joining(" "));
    }

    /**
     * Returns the effective values of all supported flags.
     *
     * @return a JSON object of strings in the order of the table, on one line
     */
    public String json() {
        return Arrays.stream(Flag.values())
                .filter(flag -> flag.whyWithoutMeaning().isEmpty())
                .map(flag -> "\"" + flag.key() + "\":\"" + text(value(flag)) + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** Returns the text of a value, which contains no character that JSON escapes, except in unknown names. */
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
        return other instanceof FlagValues flags && flags.given.equals(given) && flags.switched.equals(switched);
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
