package io.graphkernel.processor.graph;

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
public record ValueType(DType dtype, Shape shape) {

    private static final Pattern TEXT = Pattern.compile("\\s*([a-z0-9]+)\\s*\\[(.*)]\\s*");

    /** A parameter, or a component of one. */
    private static final String PATH = "[^\\s.,]+(?:\\.[^\\s.,]+)*";

    /** The broadcast of named parameters, and of dims after a bar; three dots are those of a pack. */
    private static final Pattern RANKLESS =
            Pattern.compile("(" + PATH + "\\.\\.(?:\\s+" + PATH + "\\.\\.)*)(?:\\s*\\|(.*))?");

    /** One {@code f32} element. */
    public static final ValueType F32_SCALAR = new ValueType(DType.F32, Shape.SCALAR);

    /**
     * Parses the text of {@code @TensorType} or of a graph dump.
     *
     * @param text {@code f32[n, 4]}, {@code f32[]}, {@code f32[b..., d]} with a pack, or {@code f32[x.. y..]} or
     *     {@code f32[x.. | n, 4]} for a rankless shape
     * @return the type, or empty if the text is not of that form
     */
    public static Optional<ValueType> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        Optional<DType> dtype = matcher.matches() ? DType.byText(matcher.group(1)) : Optional.empty();
        if (dtype.isEmpty()) {
            return Optional.empty();
        }
        String inside = matcher.group(2).strip();
        if (inside.isEmpty()) {
            return Optional.of(new ValueType(dtype.get(), Shape.SCALAR));
        }
        Matcher rankless = RANKLESS.matcher(inside);
        if (!rankless.matches()) {
            return ranked(inside).map(shape -> new ValueType(dtype.get(), shape));
        }
        SortedSet<String> names = new TreeSet<>();
        Arrays.stream(rankless.group(1).split("\\s+")).forEach(name -> names.add(name.substring(0, name.length() - 2)));
        Optional<Shape> declared = rankless.group(2) == null ? Optional.of(Shape.SCALAR) : ranked(rankless.group(2));
        return declared.map(shape -> new ValueType(dtype.get(), Shape.broadcastOf(names, shape)));
    }

    private static Optional<Shape> ranked(String dims) {
        return DimParser.parseList(dims)
                .filter(list -> list.size() <= Shape.MOST_DIMS && list.stream().noneMatch(ValueType::isNegative))
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
