package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.frontend.kernel.AggregateType;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.Member;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Modifier;

/**
 * Record of a method's gradients, with a component for each parameter that has one. A record parameter becomes such a
 * nested record, in which a tensor without a gradient is null and a number is 0.
 */
final class GradientsType {

    private final ClassName name;
    private final KernelMethod method;
    private final List<String> wanted;

    GradientsType(ClassName name, KernelMethod method) {
        this.name = name;
        this.method = method;
        this.wanted = method.gradient().orElseThrow().wanted();
    }

    ClassName name() {
        return name;
    }

    private boolean holds(String path) {
        return wanted.stream().anyMatch(name -> name.equals(path) || name.startsWith(path + "."));
    }

    private List<Member> components() {
        return method.parameters().stream()
                .filter(member -> holds(member.name()))
                .toList();
    }

    /** Returns Java text that creates a record from tensors in the order of the differentiated parameters. */
    CodeBlock create(List<String> tensors) {
        List<CodeBlock> arguments = components().stream()
                .map(member -> component(member.name(), member, tensors))
                .toList();
        return CodeBlock.of("new $T($L)", name, CodeBlock.join(arguments, ", "));
    }

    private CodeBlock component(String path, Member member, List<String> tensors) {
        return member.aggregate()
                .map(aggregate -> RecordCode.create(aggregate, leaf -> leaf(leaf, tensors), path))
                .orElseGet(() -> leaf(path, tensors));
    }

    private CodeBlock leaf(String path, List<String> tensors) {
        return wanted.contains(path)
                ? CodeBlock.of("$N", tensors.get(wanted.indexOf(path)))
                : CodeBlock.of(isTensor(path) ? "null" : "0");
    }

    private boolean isTensor(String path) {
        return method.graph().parameters().stream()
                .filter(parameter -> parameter.name().equals(path))
                .anyMatch(Graph.Parameter::isTensor);
    }

    /** Returns Java texts of the tensors of a record, in the order of the differentiated parameters. */
    List<CodeBlock> tensors(String variable) {
        return tensors(CodeBlock.of("$N.", variable));
    }

    /** Returns the same texts after a prefix, which may be empty. */
    private List<CodeBlock> tensors(CodeBlock prefix) {
        Map<String, CodeBlock> texts = new HashMap<>();
        components().forEach(member -> addTexts(member.name(), member, accessor(prefix, member), texts));
        return wanted.stream().map(texts::get).toList();
    }

    private static CodeBlock accessor(CodeBlock prefix, Member member) {
        return CodeBlock.of("$L$N()", prefix, SavedType.accessor(member.name()));
    }

    private static void addTexts(String path, Member member, CodeBlock text, Map<String, CodeBlock> texts) {
        texts.put(path, text);
        member.aggregate()
                .ifPresent(aggregate -> aggregate
                        .components()
                        .forEach(inner -> addTexts(
                                Member.path(path, inner.name()),
                                inner,
                                RecordCode.access(aggregate, text, inner),
                                texts)));
    }

    /** Emits checks that a record and its nested records are not null. */
    CodeBlock check(String call, String variable) {
        CodeBlock.Builder code = CodeBlock.builder()
                .addStatement("$T.record($S, $S, $N)", RuntimeTypes.CHECKS, call, "gradients", variable);
        CodeBlock prefix = CodeBlock.of("$N.", variable);
        components().forEach(member -> check(call, member.name(), member, accessor(prefix, member), code));
        return code.build();
    }

    private void check(String call, String path, Member member, CodeBlock text, CodeBlock.Builder code) {
        if (member.aggregate().isPresent() && holds(path)) {
            AggregateType aggregate = member.aggregate().get();
            code.add(RecordCode.check(call, "gradients." + path, aggregate, text));
            for (Member inner : aggregate.components()) {
                CodeBlock access = RecordCode.access(aggregate, text, inner);
                check(call, Member.path(path, inner.name()), inner, access, code);
            }
        }
    }

    TypeSpec.Builder write() {
        MethodSpec.Builder constructor = MethodSpec.constructorBuilder();
        for (Member member : components()) {
            TypeName type = member.aggregate().map(RecordCode::typeName).orElse(RuntimeTypes.TENSOR);
            constructor.addParameter(type, SavedType.accessor(member.name()));
        }
        MethodSpec.Builder close =
                MethodSpec.methodBuilder("close").addAnnotation(Override.class).addModifiers(Modifier.PUBLIC);
        close.addStatement(
                "$T.closeAll($L)", RuntimeTypes.SAVED_VALUES, CodeBlock.join(tensors(CodeBlock.of("")), ", "));
        return TypeSpec.recordBuilder(name.simpleName())
                .addJavadoc(
                        "Gradients by the parameters of {@link #$N}, in tensors of their types.\n", method.javaName())
                .recordConstructor(constructor.build())
                .addSuperinterface(AutoCloseable.class)
                .addMethod(close.build());
    }
}
