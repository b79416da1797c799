package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.processor.frontend.kernel.AggregateType;
import io.graphkernel.processor.frontend.kernel.ListType;
import io.graphkernel.processor.frontend.kernel.Member;
import io.graphkernel.processor.frontend.kernel.RecordType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.lang.model.element.Modifier;

/**
 * Emitter that passes the tensors of records and lists to a call of a plan, with one stub method per record. List
 * elements share a method, so that a model with any number of layers stays below the 8,000 bytes of bytecode that a JVM
 * compiles.
 */
final class AggregateArgumentEmitter {

    private static final String METHOD = "hand";

    private final Set<RecordType> written = new LinkedHashSet<>();
    private final Queue<RecordType> open = new ArrayDeque<>();

    /**
     * Emits a statement or loop for a record or list of tensors, in which no aggregate is empty.
     *
     * @param call the variable of the call
     * @param first Java text of the index of its first tensor
     * @param value Java text of the aggregate
     * @param names generator of unique variable names
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
     * Emits a loop over the last elements of a list.
     *
     * @param first Java text of the index of the list's first tensor
     * @param begin index of the first element
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

    /** Returns the methods that the emitted statements call. */
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
                        .mapToInt(AggregateArgumentEmitter::tensors)
                        .sum())
                .orElse(1);
    }

    /** Returns the number of names in the path of its first tensor after its own. */
    private static int levels(AggregateType aggregate) {
        return 1
                + aggregate
                        .components()
                        .get(0)
                        .aggregate()
                        .map(AggregateArgumentEmitter::levels)
                        .orElse(0);
    }
}
