package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import io.graphkernel.processor.launch.LibraryCallSite;
import io.graphkernel.processor.launch.LibraryCallSite.Argument;
import io.graphkernel.processor.schedule.LibraryStep;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** Emitter of a stub's fields with the runtime state of library calls. */
final class LibraryCallCode {

    private LibraryCallCode() {}

    /**
     * Returns the field of a call.
     *
     * @param step the call
     * @param method method name for messages
     */
    static FieldSpec field(LibraryStep step, String method) {
        LibraryCallSite site = LibraryCallSite.of(step, method);
        List<CodeBlock> arguments = new ArrayList<>();
        site.arguments().forEach(argument -> arguments.add(code(argument)));
        site.epilogue().forEach(postOp -> arguments.add(CodeBlock.of("$T.$L", RuntimeTypes.POST_OP, postOp)));
        ClassName type = RuntimeTypes.library(site.type());
        return FieldSpec.builder(
                        type, MethodNames.constant(step.name()), Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer("new $T($L)", type, CodeBlock.join(arguments, ", "))
                .build();
    }

    private static CodeBlock code(Argument argument) {
        if (argument instanceof Argument.Text text) {
            return CodeBlock.of("$S", text.text());
        }
        if (argument instanceof Argument.IntArgument whole) {
            return CodeBlock.of("$L", whole.number());
        }
        if (argument instanceof Argument.Flag flag) {
            return CodeBlock.of("$L", flag.flag());
        }
        if (argument instanceof Argument.OfDType of) {
            return CodeBlock.of("$T.$L", RuntimeTypes.DTYPE, of.dtype().name());
        }
        if (argument instanceof Argument.ReduceOp reduceOp) {
            return CodeBlock.of("$T.$L", RuntimeTypes.REDUCE_OP, reduceOp.name());
        }
        String numbers = ((Argument.IntListArgument) argument)
                .numbers().stream().map(number -> number + "L").collect(Collectors.joining(", "));
        return CodeBlock.of("new long[] {$L}", numbers);
    }
}
