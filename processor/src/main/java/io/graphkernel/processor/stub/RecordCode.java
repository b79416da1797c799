package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import io.graphkernel.processor.frontend.Member;
import io.graphkernel.processor.frontend.RecordType;
import io.graphkernel.processor.graph.Graph;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Takes the tensors and numbers out of the records that a stub is given, and makes the record that it returns. */
final class RecordCode {

    private final String method;
    private final List<Member> parameters;
    /** The tensors and numbers by path. */
    private final Map<String, Graph.Parameter> leaves;

    /**
     * Code for the stub of a method.
     *
     * @param parameters what Java declares
     * @param graph what is in it
     */
    RecordCode(List<Member> parameters, Graph graph) {
        this.method = graph.name();
        this.parameters = parameters;
        this.leaves = graph.parameters().stream().collect(Collectors.toMap(Graph.Parameter::name, each -> each));
    }

    /** Whether a parameter is a record. */
    boolean isNeeded() {
        return parameters.stream().anyMatch(member -> member.record().isPresent());
    }

    /**
     * Gives each component a variable. A form calls each accessor once; the one that allocates hands the records on to the one
     * that takes results, which calls them again.
     */
    CodeBlock read(MethodNames names) {
        CodeBlock.Builder code = CodeBlock.builder();
        parameters.forEach(parameter -> read(code, parameter.name(), parameter, names));
        return code.build();
    }

    private void read(CodeBlock.Builder code, String path, Member member, MethodNames names) {
        if (member.record().isEmpty()) {
            return;
        }
        String owner = names.parameter(path);
        code.addStatement("$T.record($S, $S, $N)", RuntimeTypes.CHECKS, method, path, owner);
        for (Member component : member.record().get().components()) {
            String within = Member.path(path, component.name());
            code.addStatement(
                    "final $T $N = $N.$N()", type(within, component), names.parameter(within), owner, component.name());
            read(code, within, component, names);
        }
    }

    /** The Java type of a parameter or component. */
    TypeName type(String path, Member member) {
        return member.record()
                .<TypeName>map(RecordCode::className)
                .orElseGet(() ->
                        leaves.get(path).isTensor() ? RuntimeTypes.TENSOR : TensorForms.primitive(leaves.get(path)));
    }

    /** An expression that makes a record of tensors, with those in it. */
    static CodeBlock create(RecordType record, List<String> tensors) {
        return create(record, tensors.iterator());
    }

    private static CodeBlock create(RecordType record, Iterator<String> tensors) {
        List<CodeBlock> arguments = record.components().stream()
                .map(component -> component
                        .record()
                        .map(inner -> create(inner, tensors))
                        .orElseGet(() -> CodeBlock.of("$N", tensors.next())))
                .toList();
        return CodeBlock.of("new $T($L)", className(record), CodeBlock.join(arguments, ", "));
    }

    static ClassName className(RecordType record) {
        List<String> names = record.simpleNames();
        String[] nested = names.subList(1, names.size()).toArray(String[]::new);
        return ClassName.get(record.packageName(), names.get(0), nested);
    }
}
