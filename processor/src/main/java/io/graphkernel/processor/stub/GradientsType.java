package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.frontend.Member;
import io.graphkernel.processor.graph.Graph;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * The record of the gradients of a method: a component for each parameter that has one. That of a record is such a record
 * again, in which a tensor without a gradient is null and a number is 0.
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
        return wanted.stream().anyMatch(each -> each.equals(path) || each.startsWith(path + "."));
    }

    private List<Member> components() {
        return method.parameters().stream()
                .filter(member -> holds(member.name()))
                .toList();
    }

    /** Java text that makes one of tensors in the order of the wanted parameters. */
    CodeBlock create(List<String> tensors) {
        List<CodeBlock> arguments = components().stream()
                .map(member -> component(member.name(), member, tensors))
                .toList();
        return CodeBlock.of("new $T($L)", name, CodeBlock.join(arguments, ", "));
    }

    private CodeBlock component(String path, Member member, List<String> tensors) {
        if (member.record().isEmpty()) {
            return wanted.contains(path)
                    ? CodeBlock.of("$N", tensors.get(wanted.indexOf(path)))
                    : CodeBlock.of(isTensor(path) ? "null" : "0");
        }
        List<CodeBlock> arguments = member.record().get().components().stream()
                .map(inner -> component(Member.path(path, inner.name()), inner, tensors))
                .toList();
        return CodeBlock.of("new $T($L)", RecordCode.className(member.record().get()), CodeBlock.join(arguments, ", "));
    }

    private boolean isTensor(String path) {
        return method.graph().parameters().stream()
                .filter(parameter -> parameter.name().equals(path))
                .anyMatch(Graph.Parameter::isTensor);
    }

    /** Java texts of the tensors of one, in the order of the wanted parameters. */
    List<CodeBlock> tensors(String variable) {
        return wanted.stream()
                .map(path -> CodeBlock.of("$N.$L()", variable, accessors(path)))
                .toList();
    }

    /** {@code w().norm().gamma} of a path. */
    private static String accessors(String path) {
        int dot = path.indexOf('.');
        return dot < 0
                ? SavedType.accessor(path)
                : SavedType.accessor(path.substring(0, dot)) + "()"
                        + path.substring(dot).replace(".", "().").substring(2);
    }

    /** Checks that one is there, and the records in it. */
    CodeBlock check(String form, String variable) {
        CodeBlock.Builder code = CodeBlock.builder()
                .addStatement("$T.record($S, $S, $N)", RuntimeTypes.CHECKS, form, "gradients", variable);
        components().forEach(member -> check(form, variable, member.name(), member, code));
        return code.build();
    }

    private void check(String form, String variable, String path, Member member, CodeBlock.Builder code) {
        if (member.record().isPresent() && holds(path)) {
            code.addStatement(
                    "$T.record($S, $S, $N.$L())",
                    RuntimeTypes.CHECKS,
                    form,
                    "gradients." + path,
                    variable,
                    accessors(path));
            for (Member inner : member.record().get().components()) {
                check(form, variable, Member.path(path, inner.name()), inner, code);
            }
        }
    }

    TypeSpec.Builder write() {
        MethodSpec.Builder constructor = MethodSpec.constructorBuilder();
        for (Member member : components()) {
            TypeName type = member.record().<TypeName>map(RecordCode::className).orElse(RuntimeTypes.TENSOR);
            constructor.addParameter(type, SavedType.accessor(member.name()));
        }
        MethodSpec.Builder close =
                MethodSpec.methodBuilder("close").addAnnotation(Override.class).addModifiers(Modifier.PUBLIC);
        List<CodeBlock> closed = wanted.stream()
                .map(path -> CodeBlock.of("$L()", accessors(path)))
                .toList();
        close.addStatement("$T.closeAll($L)", RuntimeTypes.SAVED_VALUES, CodeBlock.join(closed, ", "));
        return TypeSpec.recordBuilder(name.simpleName())
                .addJavadoc(
                        "Gradients by the parameters of {@link #$N}, in tensors of their types.\n",
                        method.graph().name())
                .recordConstructor(constructor.build())
                .addSuperinterface(AutoCloseable.class)
                .addMethod(close.build());
    }
}
