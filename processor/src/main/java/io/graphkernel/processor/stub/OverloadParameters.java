package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.frontend.kernel.Member;
import io.graphkernel.processor.frontend.kernel.ParameterSlots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Predicate;

/**
 * Java parameters of an overload: sizes passed by the caller, the parameters of the method, then result tensors. Beyond
 * Java's limit, tensors become elements of a last variadic parameter, so that calls look alike. Public overloads never
 * reach the limit, and a plan with that many tensors is always interpreted.
 */
final class OverloadParameters {

    private final MethodNames names;
    private final List<Graph.Output> results;
    /** Java texts of the arguments for an overload with the same sizes and parameters. */
    private final List<CodeBlock> taken = new ArrayList<>();
    /** Java texts of the parameters that are elements, by path. */
    private final Map<String, CodeBlock> elements = new LinkedHashMap<>();

    private final boolean resultsAreElements;
    private final Optional<String> array;

    /**
     * Adds the parameters to an overload.
     *
     * @param overload overload without parameters
     * @param records code for the parameters of the method
     * @param sizes symbols whose sizes the caller passes
     * @param results results with a tensor parameter
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
        boolean parametersAreElements = slots > ParameterSlots.MAX_SLOTS;
        this.resultsAreElements = slots + results.size() > ParameterSlots.MAX_SLOTS;
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

    /** Returns Java texts of all arguments except the results, in order. */
    List<CodeBlock> taken() {
        return taken;
    }

    /** Emits variables of elements: retained parameters, and results whose shapes the frame determines. */
    CodeBlock read(Predicate<String> kept) {
        CodeBlock.Builder code = CodeBlock.builder();
        elements.forEach((path, element) -> {
            if (kept.test(path)) {
                code.addStatement("final $T $N = $L", RuntimeTypes.TENSOR, names.parameter(path), element);
            }
        });
        for (int i = 0; resultsAreElements && i < results.size(); i++) {
            if (results.get(i).node().shape().isUnranked()) {
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

    /** Returns true if a parameter is an element. */
    boolean isElement(String path) {
        return elements.containsKey(path);
    }

    /** Returns the variadic parameter: parameters, then all results. */
    Optional<String> array() {
        return array;
    }
}
