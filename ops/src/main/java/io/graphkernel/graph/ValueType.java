package io.graphkernel.graph;

import java.util.Arrays;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dtype and shape of a value.
 *
 * @param dtype the element type
 * @param shape the symbolic shape
 */
public record ValueType(DataType dtype, Shape shape) {

    private static final Pattern TEXT = Pattern.compile("\\s*([a-z0-9]+)\\s*\\[(.*)]\\s*");

    /** A parameter, or a component of one. */
    private static final String PATH = "[^\\s.,]+(?:\\.[^\\s.,]+)*";

    /** The broadcast of named parameters, and of dims after a bar; batch dims end with three dots. */
    private static final Pattern UNRANKED =
            Pattern.compile("(" + PATH + "\\.\\.(?:\\s+" + PATH + "\\.\\.)*)(?:\\s*\\|(.*))?");

    /** One {@code f32} element. */
    public static final ValueType F32_SCALAR = new ValueType(DataType.F32, Shape.SCALAR);

    /**
     * Parses the text of {@code @TensorType} or of a graph dump.
     *
     * @param text {@code f32[n, 4]}, {@code f32[]}, {@code f32[b..., d]} with batch dims, or {@code f32[x.. y..]} or
     *     {@code f32[x.. | n, 4]} for an unranked shape
     * @return the type, or empty if the text is malformed
     */
    public static Optional<ValueType> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        Optional<DataType> dtype = matcher.matches() ? DataType.byText(matcher.group(1)) : Optional.empty();
        if (dtype.isEmpty()) {
            return Optional.empty();
        }
        String inside = matcher.group(2).strip();
        if (inside.isEmpty()) {
            return Optional.of(new ValueType(dtype.get(), Shape.SCALAR));
        }
        Matcher unranked = UNRANKED.matcher(inside);
        if (!unranked.matches()) {
            return ranked(inside).map(shape -> new ValueType(dtype.get(), shape));
        }
        SortedSet<String> names = new TreeSet<>();
        Arrays.stream(unranked.group(1).split("\\s+")).forEach(name -> names.add(name.substring(0, name.length() - 2)));
        Optional<Shape> declared = unranked.group(2) == null ? Optional.of(Shape.SCALAR) : ranked(unranked.group(2));
        return declared.map(shape -> new ValueType(dtype.get(), Shape.broadcastOf(names, shape)));
    }

    private static Optional<Shape> ranked(String dims) {
        return DimParser.parseList(dims)
                .filter(list -> list.size() <= Shape.MAX_DIMS && list.stream().noneMatch(ValueType::isNegative))
                .map(Shape::of);
    }

    private static boolean isNegative(Dim dim) {
        return dim instanceof Dim.Constant constant && constant.size() < 0;
    }

    @Override
    public String toString() {
        return dtype.text() + shape;
    }
}
