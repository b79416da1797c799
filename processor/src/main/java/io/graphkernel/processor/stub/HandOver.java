package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.processor.frontend.AggregateType;
import io.graphkernel.processor.frontend.ListType;
import io.graphkernel.processor.frontend.Member;
import io.graphkernel.processor.frontend.RecordType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.lang.model.element.Modifier;

/**
 * Hands the tensors of records and lists to a call of a plan, by a method of the stub for each record: elements of a list share
 * one, so that a model of any number of layers stays below the 8,000 bytes of a method that a JVM compiles.
 */
final class HandOver {

    private static final String METHOD = "hand";

    private final Set<RecordType> written = new LinkedHashSet<>();
    private final Queue<RecordType> open = new ArrayDeque<>();

    /**
     * A statement or a loop for a record or list of tensors alone, each aggregate in which holds one at least.
     *
     * @param call the variable of the call
     * @param first Java text of the number of its first tensor
     * @param value Java text of it
     * @param names gives each variable a name of its own
     */
    CodeBlock all(String call, CodeBlock first, AggregateType aggregate, CodeBlock value, UnaryOperator<String> names) {
        if (aggregate instanceof RecordType record) {
            if (written.add(record)) {
                open.add(record);
            }
            return CodeBlock.builder()
                    .addStatement("$N($N, $L, $L)", METHOD, call, first, value)
                    .build();
        }
        ListType list = (ListType) aggregate;
        String variable = names.apply("list");
        return CodeBlock.builder()
                .addStatement("final $T $N = $L", RecordCode.typeName(list), variable, value)
                .addStatement("$N.list($L, $L, $N, $L)", call, first, levels(list), variable, list.length())
                .add(elements(call, first, list, 0, CodeBlock.of("$N", variable), names))
                .build();
    }

    /**
     * A loop over the last elements of a list.
     *
     * @param first Java text of the number of the list's first tensor
     * @param begin the first of the elements
     */
    CodeBlock elements(
            String call, CodeBlock first, ListType list, int begin, CodeBlock value, UnaryOperator<String> names) {
        String index = names.apply("i");
        Member element = new Member(index, list.components().get(0).aggregate());
        int tensors = tensors(element);
        CodeBlock number = tensors == 1
                ? CodeBlock.of("$L + $N", first, index)
                : CodeBlock.of("$L + $L * $N", first, tensors, index);
        return CodeBlock.builder()
                .beginControlFlow("for (int $N = $L; $N < $L; $N++)", index, begin, index, list.length(), index)
                .add(one(call, number, element, RecordCode.access(list, value, element), names))
                .endControlFlow()
                .build();
    }

    private CodeBlock one(String call, CodeBlock number, Member member, CodeBlock value, UnaryOperator<String> names) {
        return member.aggregate()
                .map(aggregate -> all(call, number, aggregate, value, names))
                .orElseGet(() -> CodeBlock.builder()
                        .addStatement("$N.tensor($L, $L)", call, number, value)
                        .build());
    }

    /** The methods that the statements so far call. */
    List<MethodSpec> methods() {
        List<MethodSpec> methods = new ArrayList<>();
        for (RecordType record = open.poll(); record != null; record = open.poll()) {
            methods.add(method(record));
        }
        return methods;
    }

    private MethodSpec method(RecordType record) {
        Set<String> taken = new LinkedHashSet<>(List.of("call", "first", "record"));
        UnaryOperator<String> names = wish -> {
            String name = wish;
            while (!taken.add(name)) {
                name += "_";
            }
            return name;
        };
        MethodSpec.Builder spec = MethodSpec.methodBuilder(METHOD)
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .addParameter(RuntimeTypes.PLAN_CALL, "call")
                .addParameter(TypeName.INT, "first")
                .addParameter(RecordCode.typeName(record), "record")
                .addStatement("call.record(first, $L, record)", levels(record));
        int number = 0;
        for (Member component : record.components()) {
            CodeBlock first = number == 0 ? CodeBlock.of("first") : CodeBlock.of("first + $L", number);
            CodeBlock value = RecordCode.access(record, CodeBlock.of("record"), component);
            spec.addCode(one("call", first, component, value, names));
            number += tensors(component);
        }
        return spec.build();
    }

    static int tensors(Member member) {
        return member.aggregate()
                .map(aggregate -> aggregate.components().stream()
                        .mapToInt(HandOver::tensors)
                        .sum())
                .orElse(1);
    }

    /** The names in the path of its first tensor that come after its own. */
    private static int levels(AggregateType aggregate) {
        return 1
                + aggregate
                        .components()
                        .get(0)
                        .aggregate()
                        .map(HandOver::levels)
                        .orElse(0);
    }
}
