package io.graphkernel.processor.frontend;

import io.graphkernel.annotations.TensorType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.ValueType;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types that a method declares for its tensors. A symbol means one size in all of them. */
final class DeclaredTypes {

    /** A shape that only the call knows: {@code f16[...]}. */
    private static final Pattern RANKLESS = Pattern.compile("\\s*([a-z0-9]+)\\s*\\[\\s*\\.\\.\\.\\s*]\\s*");

    /** Any number of leading axes without a name: {@code f32[..., d]}. */
    private static final Pattern UNNAMED_PACK = Pattern.compile("([^\\[]*\\[\\s*)\\.\\.\\.(\\s*,.*)", Pattern.DOTALL);

    private static final Pattern PACK = Pattern.compile("([A-Za-z_][A-Za-z_0-9]*)\\.\\.\\.");

    private static final Pattern NO_LETTER_OF_DIMS = Pattern.compile("[^A-Za-z_0-9]|^(?=[0-9])");

    private final Javac javac;
    private final Members members;
    private final List<Part> leaves;
    private final Map<Part, ValueType> declared = new LinkedHashMap<>();

    /**
     * No types yet.
     *
     * @param members what the method takes
     */
    DeclaredTypes(Javac javac, Members members) {
        this.javac = javac;
        this.members = members;
        this.leaves = members.leaves();
    }

    /** The declared type of a tensor; empty, and reported, if its text is none. */
    Optional<ValueType> of(Part leaf) {
        Optional<ValueType> type = read(leaf);
        type.ifPresent(known -> declared.put(leaf, known));
        return type;
    }

    private Optional<ValueType> read(Part leaf) {
        TensorType annotation = leaf.element().getAnnotation(TensorType.class);
        if (annotation == null) {
            return Optional.of(ranklessType(leaf, DType.F32));
        }
        String text = annotation.value();
        Matcher rankless = RANKLESS.matcher(text);
        if (rankless.matches() && DType.byText(rankless.group(1)).isPresent()) {
            return Optional.of(
                    ranklessType(leaf, DType.byText(rankless.group(1)).get()));
        }
        Optional<ValueType> type = ValueType.parse(withNamedPack(leaf, text))
                .filter(parsed -> !parsed.shape().isRankless())
                .filter(DeclaredTypes::hasPackInFront)
                .filter(parsed -> parsed.shape().dims().stream().noneMatch(DeclaredTypes::isNegative))
                .filter(parsed -> !parsed.shape().isTooLarge());
        if (type.isEmpty()) {
            TensorTypeAdvice advice = TensorTypeAdvice.of(text);
            javac.report(
                    members.annotationValue(leaf),
                    Diagnostic.BAD_TENSOR_TYPE,
                    Javac.shortened(text),
                    advice.cause(),
                    advice.fix());
        }
        return type;
    }

    /** Dots without a name are called as the parameter, but never as those of another parameter. */
    private String withNamedPack(Part leaf, String text) {
        Matcher unnamed = UNNAMED_PACK.matcher(text);
        if (!unnamed.matches()) {
            return text;
        }
        Set<String> taken = new HashSet<>();
        for (Part each : leaves) {
            TensorType annotation = each.element().getAnnotation(TensorType.class);
            Matcher named = PACK.matcher(annotation == null ? "" : annotation.value());
            while (named.find()) {
                taken.add(named.group(1));
            }
        }
        for (Part each : leaves) {
            String name = NO_LETTER_OF_DIMS.matcher(each.path()).replaceAll("_");
            while (!taken.add(name)) {
                name += "_";
            }
            if (each.equals(leaf)) {
                return unnamed.group(1) + Dim.Symbol.pack(name) + unnamed.group(2);
            }
        }
        throw new IllegalArgumentException(leaf + " is none of " + leaves);
    }

    /** A pack is a dim of its own, before all other dims. */
    private static boolean hasPackInFront(ValueType type) {
        return type.shape().trailing().stream()
                .flatMap(dim -> dim.symbols().stream())
                .noneMatch(symbol -> new Dim.Symbol(symbol).isPack());
    }

    private static ValueType ranklessType(Part leaf, DType dtype) {
        Set<String> name = Set.of(leaf.path());
        return new ValueType(dtype, Shape.broadcastOf(new TreeSet<>(name)));
    }

    private static boolean isNegative(Dim dim) {
        return dim instanceof Dim.Constant constant && constant.size() < 0;
    }

    /** A symbol gets its size from an axis that is a multiple of it; an expression over others can only be checked. */
    void requireBoundSymbols() {
        Set<Dim> bound = new HashSet<>();
        for (ValueType type : declared.values()) {
            type.shape().dims().forEach(dim -> dim.multipleOf().ifPresent(bound::add));
        }
        declared.forEach((leaf, type) -> {
            for (Dim dim : type.shape().dims()) {
                for (String symbol : dim.symbols()) {
                    if (bound.add(new Dim.Symbol(symbol))) {
                        javac.report(members.annotationValue(leaf), Diagnostic.UNBOUND_DIM, symbol, dim, leaf.path());
                    }
                }
            }
        });
    }
}
