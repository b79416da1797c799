package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.frontend.kernel.AggregateType;
import io.graphkernel.processor.frontend.kernel.ListType;
import io.graphkernel.processor.frontend.kernel.Member;
import io.graphkernel.processor.frontend.kernel.RecordType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Emitter of access to the tensors and numbers in records and lists, and of the creation of result records. */
final class RecordCode {

    private final String method;
    private final List<Member> parameters;
    /** Tensors and numbers by path. */
    private final Map<String, Graph.Parameter> leaves;

    /**
     * Creates the emitter for the stub of a method.
     *
     * @param parameters parameters as declared in Java
     * @param graph graph with the flat parameters
     */
    RecordCode(List<Member> parameters, Graph graph) {
        this.method = graph.name();
        this.parameters = parameters;
        this.leaves =
                graph.parameters().stream().collect(Collectors.toMap(Graph.Parameter::name, parameter -> parameter));
    }

    /**
     * Emits variables for components and elements. An overload calls each accessor once; the allocating overload passes
     * the records to the one with result arguments, which calls them again.
     *
     * @param variables required variables
     */
    CodeBlock read(PathVariables variables) {
        CodeBlock.Builder code = CodeBlock.builder();
        parameters.forEach(parameter -> read(code, parameter.name(), parameter, variables));
        return code.build();
    }

    /**
     * Emits variables for the tensors of the result record, array or list.
     *
     * @param record variable of the record
     * @param variables required variables of its members
     */
    CodeBlock readResults(String record, AggregateType type, PathVariables variables) {
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

    /** Returns true if a member has no variables. Empty aggregates have one, for their checks. */
    static boolean isLeft(String path, Member member, PathVariables variables) {
        return member.aggregate()
                .map(aggregate -> !aggregate.components().isEmpty()
                        && aggregate.components().stream()
                                .allMatch(inner -> isLeft(Member.path(path, inner.name()), inner, variables)))
                .orElseGet(() -> !variables.kept().test(path));
    }

    /** Emits checks that a record or list is not null, and that a list has its declared length. */
    static CodeBlock check(String method, String path, AggregateType aggregate, CodeBlock value) {
        CodeBlock.Builder code = CodeBlock.builder();
        if (aggregate instanceof ListType list) {
            code.addStatement("$T.list($S, $S, $L, $L)", RuntimeTypes.CHECKS, method, path, value, list.length());
        } else {
            code.addStatement("$T.record($S, $S, $L)", RuntimeTypes.CHECKS, method, path, value);
        }
        return code.build();
    }

    /** Returns Java text of a component or element. */
    static CodeBlock access(AggregateType owner, CodeBlock value, Member component) {
        if (owner instanceof ListType list) {
            return CodeBlock.of(list.isArray() ? "$L[$L]" : "$L.get($L)", value, component.name());
        }
        return CodeBlock.of("$L.$N()", value, component.name());
    }

    /** Returns Java texts of the tensors and numbers in a record or list. */
    static List<CodeBlock> leaves(AggregateType aggregate, CodeBlock value) {
        List<CodeBlock> leaves = new ArrayList<>();
        for (Member component : aggregate.components()) {
            CodeBlock inner = access(aggregate, value, component);
            leaves.addAll(
                    component.aggregate().map(nested -> leaves(nested, inner)).orElseGet(() -> List.of(inner)));
        }
        return leaves;
    }

    /** Returns true if a path is that of a tensor rather than a number. */
    boolean isTensor(String path) {
        return leaves.get(path).isTensor();
    }

    /** Returns the Java type of a parameter, component or element. */
    TypeName type(String path, Member member) {
        if (member.aggregate().isPresent()) {
            return typeName(member.aggregate().get());
        }
        Graph.Parameter leaf = leaves.get(path);
        return leaf == null || leaf.isTensor() ? RuntimeTypes.TENSOR : TensorOverloads.primitive(leaf);
    }

    /** Returns the Java type of a record or list. */
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

    /** Returns the Java type of a result, whose list is not a wildcard. */
    static TypeName resultTypeName(AggregateType aggregate) {
        return aggregate instanceof ListType list && !list.isArray()
                ? ParameterizedTypeName.get(ClassName.get(List.class), RuntimeTypes.TENSOR)
                : typeName(aggregate);
    }

    /** Returns an expression that creates a record, array or list of tensors, with nested records. */
    static CodeBlock create(AggregateType aggregate, List<String> tensors) {
        Iterator<String> variables = tensors.iterator();
        return create(aggregate, leaf -> CodeBlock.of("$N", variables.next()), "");
    }

    /** Returns an expression that creates a record or list from the values of paths. */
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
