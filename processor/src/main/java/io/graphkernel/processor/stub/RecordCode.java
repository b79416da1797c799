package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import io.graphkernel.processor.frontend.AggregateType;
import io.graphkernel.processor.frontend.ListType;
import io.graphkernel.processor.frontend.Member;
import io.graphkernel.processor.frontend.RecordType;
import io.graphkernel.processor.graph.Graph;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Takes the tensors and numbers out of the records and lists that a stub is given, and makes the record that it returns. */
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

    /**
     * Gives components and elements variables. An overload calls each accessor once; the one that allocates hands the records on
     * to the one that takes results, which calls them again.
     *
     * @param variables those that are needed
     */
    CodeBlock read(PathVariables variables) {
        CodeBlock.Builder code = CodeBlock.builder();
        parameters.forEach(parameter -> read(code, parameter.name(), parameter, variables));
        return code.build();
    }

    /**
     * Takes the tensors out of the record that is given for the results.
     *
     * @param record the variable of the record
     * @param variables those that are needed of what it holds
     */
    CodeBlock readResults(String record, RecordType type, PathVariables variables) {
        CodeBlock.Builder code = CodeBlock.builder().add(check(method, record, type, CodeBlock.of("$N", record)));
        readComponents(code, "", type, record, variables);
        return code.build();
    }

    private void read(CodeBlock.Builder code, String path, Member member, PathVariables variables) {
        member.aggregate().ifPresent(aggregate -> {
            String owner = variables.name(path);
            code.add(check(method, path, aggregate, CodeBlock.of("$N", owner)));
            readComponents(code, path, aggregate, owner, variables);
        });
    }

    private void readComponents(
            CodeBlock.Builder code, String path, AggregateType aggregate, String owner, PathVariables variables) {
        for (Member component : aggregate.components()) {
            String within = Member.path(path, component.name());
            if (!isLeft(within, component, variables)) {
                code.addStatement(
                        "final $T $N = $L",
                        type(within, component),
                        variables.name(within),
                        access(aggregate, CodeBlock.of("$N", owner), component));
                read(code, within, component, variables);
            }
        }
    }

    /** Whether a part has no variables. What holds nothing has them, for its checks. */
    static boolean isLeft(String path, Member member, PathVariables variables) {
        return member.aggregate()
                .map(aggregate -> !aggregate.components().isEmpty()
                        && aggregate.components().stream()
                                .allMatch(inner -> isLeft(Member.path(path, inner.name()), inner, variables)))
                .orElseGet(() -> !variables.kept().test(path));
    }

    /** Checks that a record or list is there, and that a list is as long as it is declared. */
    static CodeBlock check(String method, String path, AggregateType aggregate, CodeBlock value) {
        CodeBlock.Builder code = CodeBlock.builder();
        if (aggregate instanceof ListType list) {
            code.addStatement("$T.list($S, $S, $L, $L)", RuntimeTypes.CHECKS, method, path, value, list.length());
        } else {
            code.addStatement("$T.record($S, $S, $L)", RuntimeTypes.CHECKS, method, path, value);
        }
        return code.build();
    }

    /** Java text of a component or element. */
    static CodeBlock access(AggregateType owner, CodeBlock value, Member component) {
        if (owner instanceof ListType list) {
            return CodeBlock.of(list.isArray() ? "$L[$L]" : "$L.get($L)", value, component.name());
        }
        return CodeBlock.of("$L.$N()", value, component.name());
    }

    /** Java texts of the tensors and numbers in a record or list. */
    static List<CodeBlock> leaves(AggregateType aggregate, CodeBlock value) {
        List<CodeBlock> leaves = new ArrayList<>();
        for (Member component : aggregate.components()) {
            CodeBlock inner = access(aggregate, value, component);
            leaves.addAll(component.aggregate().map(each -> leaves(each, inner)).orElseGet(() -> List.of(inner)));
        }
        return leaves;
    }

    /** Whether a path is that of a tensor, and not of a number. */
    boolean isTensor(String path) {
        return leaves.get(path).isTensor();
    }

    /** The Java type of a parameter, component or element. */
    TypeName type(String path, Member member) {
        if (member.aggregate().isPresent()) {
            return typeName(member.aggregate().get());
        }
        Graph.Parameter leaf = leaves.get(path);
        return leaf == null || leaf.isTensor() ? RuntimeTypes.TENSOR : TensorOverloads.primitive(leaf);
    }

    /** The Java type of a record or list. */
    static TypeName typeName(AggregateType aggregate) {
        if (aggregate instanceof RecordType record) {
            return className(record);
        }
        ListType list = (ListType) aggregate;
        TypeName element = list.element().<TypeName>map(RecordCode::className).orElse(RuntimeTypes.TENSOR);
        return list.isArray()
                ? ArrayTypeName.of(element)
                : ParameterizedTypeName.get(ClassName.get(List.class), WildcardTypeName.subtypeOf(element));
    }

    /** An expression that makes a record of tensors, with those in it. */
    static CodeBlock create(RecordType record, List<String> tensors) {
        Iterator<String> variables = tensors.iterator();
        return create(record, leaf -> CodeBlock.of("$N", variables.next()), "");
    }

    /** An expression that makes a record or list of what a path gives. */
    static CodeBlock create(AggregateType aggregate, Function<String, CodeBlock> leaf, String path) {
        List<CodeBlock> values = aggregate.components().stream()
                .map(component -> {
                    String within = Member.path(path, component.name());
                    return component
                            .aggregate()
                            .map(inner -> create(inner, leaf, within))
                            .orElseGet(() -> leaf.apply(within));
                })
                .toList();
        CodeBlock arguments = CodeBlock.join(values, ", ");
        if (aggregate instanceof ListType list) {
            return list.isArray()
                    ? CodeBlock.of("new $T {$L}", typeName(list), arguments)
                    : CodeBlock.of("$T.of($L)", List.class, arguments);
        }
        return CodeBlock.of("new $T($L)", typeName(aggregate), arguments);
    }

    private static ClassName className(RecordType record) {
        List<String> names = record.simpleNames();
        String[] nested = names.subList(1, names.size()).toArray(String[]::new);
        return ClassName.get(record.packageName(), names.get(0), nested);
    }
}
