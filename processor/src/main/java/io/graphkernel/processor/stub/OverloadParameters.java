package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.processor.frontend.Member;
import io.graphkernel.processor.frontend.ParameterSlots;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Predicate;

/**
 * What an overload takes in Java: sizes that the caller passes, the parameters of the method, then tensors for results. Where
 * Java allows no more parameters, tensors are elements of a last one of variable arity, so that calls are written alike.
 * Overloads for users never have so many, and a plan of so many tensors is always walked.
 */
final class OverloadParameters {

    private final MethodNames names;
    private final List<Graph.Output> results;
    /** Java texts that an overload with the same sizes and parameters is called with. */
    private final List<CodeBlock> taken = new ArrayList<>();
    /** Java texts of the parameters that are elements, by path. */
    private final Map<String, CodeBlock> elements = new LinkedHashMap<>();

    private final boolean resultsAreElements;
    private final Optional<String> array;

    /**
     * Adds them to an overload.
     *
     * @param overload has no parameters yet
     * @param records knows the parameters of the method
     * @param sizes symbols whose sizes the caller passes
     * @param results those that the overload takes tensors for
     */
    OverloadParameters(
            MethodSpec.Builder overload,
            List<Member> parameters,
            RecordCode records,
            SortedSet<String> sizes,
            List<Graph.Output> results,
            MethodNames names) {
        this.names = names;
        this.results = results;
        int slots = sizes.size() * ParameterSlots.of("long");
        for (Member member : parameters) {
            slots += ParameterSlots.of(records.type(member.name(), member).toString());
        }
        boolean parametersAreElements = slots > ParameterSlots.MOST;
        this.resultsAreElements = slots + results.size() > ParameterSlots.MOST;
        this.array = resultsAreElements ? Optional.of(names.unique("tensors")) : Optional.empty();
        sizes.forEach(symbol -> add(overload, TypeName.LONG, names.dim(new Dim.Symbol(symbol))));
        for (Member member : parameters) {
            String path = member.name();
            if (parametersAreElements && member.aggregate().isEmpty() && records.isTensor(path)) {
                elements.put(path, CodeBlock.of("$N[$L]", array.orElseThrow(), elements.size()));
                taken.add(elements.get(path));
            } else {
                add(overload, records.type(path, member), names.parameter(path));
            }
        }
        if (!resultsAreElements) {
            for (int i = 0; i < results.size(); i++) {
                overload.addParameter(RuntimeTypes.TENSOR, names.result(i));
            }
        }
        array.ifPresent(tensors -> overload.addParameter(ArrayTypeName.of(RuntimeTypes.TENSOR), tensors)
                .varargs());
    }

    private void add(MethodSpec.Builder overload, TypeName type, String variable) {
        overload.addParameter(type, variable);
        taken.add(CodeBlock.of("$N", variable));
    }

    /** Java texts of all but the results, in their order. */
    List<CodeBlock> taken() {
        return taken;
    }

    /** Gives elements variables: parameters that are kept, and results whose shapes the frame finds. */
    CodeBlock read(Predicate<String> kept) {
        CodeBlock.Builder code = CodeBlock.builder();
        elements.forEach((path, element) -> {
            if (kept.test(path)) {
                code.addStatement("final $T $N = $L", RuntimeTypes.TENSOR, names.parameter(path), element);
            }
        });
        for (int i = 0; resultsAreElements && i < results.size(); i++) {
            if (results.get(i).node().shape().isRankless()) {
                code.addStatement(
                        "final $T $N = $N[$L]",
                        RuntimeTypes.TENSOR,
                        names.result(i),
                        array.orElseThrow(),
                        elements.size() + i);
            }
        }
        return code.build();
    }

    /** Whether a parameter is an element. */
    boolean isElement(String path) {
        return elements.containsKey(path);
    }

    /** The parameter of variable arity: parameters, then all results. */
    Optional<String> array() {
        return array;
    }
}
