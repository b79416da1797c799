package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.frontend.AggregateType;
import io.graphkernel.processor.frontend.ListType;
import io.graphkernel.processor.frontend.Member;
import java.util.List;
import java.util.function.UnaryOperator;

/** Statements that give a call of a plan its tensors, in their order. */
final class CallTensors {

    private final HandOver handOver;
    private final String call;
    private final UnaryOperator<String> unique;
    private final CodeBlock.Builder code = CodeBlock.builder();
    private int next;

    /**
     * No tensors yet.
     *
     * @param handOver has the methods for records
     * @param call the variable of the call
     * @param unique gives each variable a name of its own
     */
    CallTensors(HandOver handOver, String call, UnaryOperator<String> unique) {
        this.handOver = handOver;
        this.call = call;
        this.unique = unique;
    }

    void add(CodeBlock tensor) {
        code.addStatement("$N.tensor($L, $L)", call, next, tensor);
        next++;
    }

    /** Gives the elements of an array, which are the last. */
    void addLast(String array) {
        code.addStatement("$N.tensors($L, $N)", call, next, array);
    }

    /**
     * Gives what an aggregate holds that has a variable.
     *
     * @param path its path
     * @param variables of it and of what it holds; all numbers have one
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
                next += HandOver.tensors(component);
            } else {
                add(within, component.aggregate().get(), variables);
            }
        }
        if (end < components.size()) {
            ListType list = (ListType) aggregate;
            code.add(handOver.elements(call, CodeBlock.of("$L", first), list, end, owner, unique));
            next = first + components.size() * HandOver.tensors(components.get(end));
        }
    }

    /** The first element of a list after which no element has a variable; one alone needs no loop. */
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
