package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.frontend.kernel.AggregateType;
import io.graphkernel.processor.frontend.kernel.ListType;
import io.graphkernel.processor.frontend.kernel.Member;
import java.util.List;
import java.util.function.UnaryOperator;

/** Emitter of statements that pass the tensors of a plan's call in order. */
final class CallTensors {

    private final AggregateArgumentEmitter handOver;
    private final String call;
    private final UnaryOperator<String> unique;
    private final CodeBlock.Builder code = CodeBlock.builder();
    private int next;

    /**
     * Creates an empty list of statements.
     *
     * @param handOver emitter with the methods for records
     * @param call the variable of the call
     * @param unique generator of unique variable names
     */
    CallTensors(AggregateArgumentEmitter handOver, String call, UnaryOperator<String> unique) {
        this.handOver = handOver;
        this.call = call;
        this.unique = unique;
    }

    void add(CodeBlock tensor) {
        code.addStatement("$N.tensor($L, $L)", call, next, tensor);
        next++;
    }

    /** Passes the elements of an array, which are the last tensors. */
    void addLast(String array) {
        code.addStatement("$N.tensors($L, $N)", call, next, array);
    }

    /**
     * Passes the members of an aggregate that have a variable.
     *
     * @param path its path
     * @param variables variables of the aggregate and its members, among them all numbers
     */
    void add(String path, AggregateType aggregate, PathVariables variables) {
        CodeBlock owner = CodeBlock.of("$N", variables.name(path));
        List<Member> components = aggregate.components();
        int end = aggregate instanceof ListType ? firstOfTheRest(path, components, variables) : components.size();
        int first = next;
        for (Member component : components.subList(0, end)) {
            String within = Member.path(path, component.name());
            if (component.aggregate().isEmpty()) {
                if (variables.tensors().test(within)) {
                    add(
                            variables.kept().test(within)
                                    ? CodeBlock.of("$N", variables.name(within))
                                    : RecordCode.access(aggregate, owner, component));
                }
            } else if (RecordCode.isLeft(within, component, variables)) {
                CodeBlock value = RecordCode.access(aggregate, owner, component);
                code.add(handOver.all(
                        call, CodeBlock.of("$L", next), component.aggregate().get(), value, unique));
                next += AggregateArgumentEmitter.tensors(component);
            } else {
                add(within, component.aggregate().get(), variables);
            }
        }
        if (end < components.size()) {
            ListType list = (ListType) aggregate;
            code.add(handOver.elements(call, CodeBlock.of("$L", first), list, end, owner, unique));
            next = first + components.size() * AggregateArgumentEmitter.tensors(components.get(end));
        }
    }

    /**
     * Returns the index of the first list element after which no element has a variable; a single one needs no loop.
     */
    private int firstOfTheRest(String path, List<Member> elements, PathVariables variables) {
        int first = elements.size();
        while (first > 0
                && RecordCode.isLeft(
                        Member.path(path, elements.get(first - 1).name()), elements.get(first - 1), variables)) {
            first--;
        }
        return first == elements.size() - 1 ? elements.size() : first;
    }

    CodeBlock write() {
        return code.build();
    }
}
