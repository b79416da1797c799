package io.graphkernel.processor.frontend.signature;

import io.graphkernel.annotations.TensorType;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.ValueType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.kernel.Member;
import io.graphkernel.processor.frontend.value.RecordDims;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;

/** Declared types of a method's tensors. A symbol has one size in all of them. */
final class DeclaredTypes {

    /** Unranked shape: {@code f16[...]}. */
    private static final Pattern UNRANKED = Pattern.compile("\\s*([a-z0-9]+)\\s*\\[\\s*\\.\\.\\.\\s*]\\s*");

    /** Unnamed variadic batch dims: {@code f32[..., d]}. */
    private static final Pattern UNNAMED_BATCH_DIMS =
            Pattern.compile("([^\\[]*\\[\\s*)\\.\\.\\.(\\s*,.*)", Pattern.DOTALL);

    private static final Pattern PACK = Pattern.compile("([A-Za-z_][A-Za-z_0-9]*)\\.\\.\\.");

    private static final Pattern NO_LETTER_OF_DIMS = Pattern.compile("[^A-Za-z_0-9]|^(?=[0-9])");

    private final Javac javac;
    private final Members members;
    private final RecordDims dims;
    private final List<SignatureElement> leaves;
    /** Paths at which the signature uses each record. */
    private final Map<Element, Set<String>> uses = new HashMap<>();

    private final Map<SignatureElement, ValueType> declared = new LinkedHashMap<>();

    /**
     * Creates an empty set of types.
     *
     * @param members parameters of the method
     * @param dims dims of the records
     */
    DeclaredTypes(Javac javac, Members members, RecordDims dims) {
        this.javac = javac;
        this.dims = dims;
        this.members = members;
        this.leaves = members.leaves();
        leaves.stream()
                .filter(SignatureElement::isComponent)
                .forEach(leaf -> uses.computeIfAbsent(leaf.element().getEnclosingElement(), key -> new HashSet<>())
                        .add(leaf.use()));
    }

    /** Returns the declared type of a tensor; empty after an error in its text, which is reported. */
    Optional<ValueType> of(SignatureElement leaf) {
        Optional<ValueType> type = read(leaf).map(written -> ofUse(leaf, written));
        type.ifPresent(known -> declared.put(leaf, known));
        return type;
    }

    /**
     * Returns the type with the dims of one use of a record. Integers of the record are dims by their path, and dims of
     * a record that is used several times belong to the use.
     */
    private ValueType ofUse(SignatureElement leaf, ValueType type) {
        if (!leaf.isComponent() || type.shape().isUnranked()) {
            return type;
        }
        boolean isUsedAgain = uses.get(leaf.element().getEnclosingElement()).size() > 1;
        Map<String, Dim> replacements = new HashMap<>();
        for (Dim dim : type.shape().dims()) {
            for (String symbol : dim.symbols()) {
                if (isInteger(leaf.use(), symbol)) {
                    replacements.put(symbol, new Dim.Symbol(Member.path(leaf.use(), symbol)));
                } else if (isUsedAgain && !new Dim.Symbol(symbol).isBatchDims()) {
                    replacements.put(symbol, dims.declared(leaf.use(), symbol));
                }
            }
        }
        return new ValueType(type.dtype(), type.shape().substitute(replacements));
    }

    private boolean isInteger(String use, String component) {
        String path = Member.path(use, component);
        return leaves.stream()
                .anyMatch(leaf -> leaf.path().equals(path)
                        && (leaf.type().getKind() == TypeKind.INT || leaf.type().getKind() == TypeKind.LONG));
    }

    private Optional<ValueType> read(SignatureElement leaf) {
        TensorType annotation = leaf.element().getAnnotation(TensorType.class);
        if (annotation == null) {
            return Optional.of(unrankedType(leaf, DataType.F32));
        }
        String text = annotation.value();
        Matcher unranked = UNRANKED.matcher(text);
        if (unranked.matches() && DataType.byText(unranked.group(1)).isPresent()) {
            return Optional.of(
                    unrankedType(leaf, DataType.byText(unranked.group(1)).get()));
        }
        Optional<ValueType> type = ValueType.parse(withNamedBatchDims(leaf, text))
                .filter(parsed -> !parsed.shape().isUnranked())
                .filter(DeclaredTypes::hasLeadingBatchDims)
                .filter(parsed -> parsed.shape().dims().stream().noneMatch(DeclaredTypes::isNegative))
                .filter(DeclaredTypes::hasIdentifiers)
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

    /** Names unnamed batch dims after the parameter, without a clash with those of another parameter. */
    private String withNamedBatchDims(SignatureElement leaf, String text) {
        Matcher unnamed = UNNAMED_BATCH_DIMS.matcher(text);
        if (!unnamed.matches()) {
            return text;
        }
        Set<String> taken = new HashSet<>();
        for (SignatureElement element : leaves) {
            TensorType annotation = element.element().getAnnotation(TensorType.class);
            Matcher named = PACK.matcher(annotation == null ? "" : annotation.value());
            while (named.find()) {
                taken.add(named.group(1));
            }
        }
        for (SignatureElement element : leaves) {
            String name = NO_LETTER_OF_DIMS.matcher(element.path()).replaceAll("_");
            while (!taken.add(name)) {
                name += "_";
            }
            if (element.equals(leaf)) {
                return unnamed.group(1) + Dim.Symbol.batchDims(name) + unnamed.group(2);
            }
        }
        throw new IllegalArgumentException(leaf + " is none of " + leaves);
    }

    /** Returns true if the batch dims, if any, are one dim that precedes all others. */
    private static boolean hasLeadingBatchDims(ValueType type) {
        return type.shape().trailing().stream()
                .flatMap(dim -> dim.symbols().stream())
                .noneMatch(symbol -> new Dim.Symbol(symbol).isBatchDims());
    }

    /** Returns true if no dim is written as the path of a component. */
    private static boolean hasIdentifiers(ValueType type) {
        return type.shape().dims().stream()
                .flatMap(dim -> dim.symbols().stream())
                .noneMatch(symbol -> Dim.Symbol.identifier(symbol).contains("_u002e"));
    }

    private static ValueType unrankedType(SignatureElement leaf, DataType dtype) {
        Set<String> name = Set.of(leaf.path());
        return new ValueType(dtype, Shape.broadcastOf(new TreeSet<>(name)));
    }

    private static boolean isNegative(Dim dim) {
        return dim instanceof Dim.Constant constant && constant.size() < 0;
    }

    /** Returns the symbols that an axis binds, because one of the dims is a multiple of them. */
    Set<String> boundSymbols() {
        return declared.values().stream()
                .flatMap(type -> type.shape().dims().stream())
                .flatMap(dim -> dim.multipleOf().stream())
                .map(Dim.Symbol::name)
                .collect(Collectors.toSet());
    }

    /**
     * Checks that each symbol occurs in a dim that is a multiple of it, or is an integer parameter. An expression over
     * other symbols cannot define a size.
     *
     * @param numbers names of the integer parameters
     */
    void requireBoundSymbols(Set<String> numbers) {
        Set<String> bound = boundSymbols();
        bound.addAll(numbers);
        declared.forEach((leaf, type) -> {
            for (Dim dim : type.shape().dims()) {
                for (String symbol : dim.symbols()) {
                    if (bound.add(symbol)) {
                        javac.report(members.annotationValue(leaf), Diagnostic.UNBOUND_DIM, symbol, dim, leaf.path());
                    }
                }
            }
        });
    }
}
