package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimSyntax;
import io.graphkernel.processor.launch.LaunchProgram;
import io.graphkernel.processor.schedule.Arena;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** The arena of a call: how large it is, where its pieces lie, and that it is given back. */
final class ArenaCode {

    private final LaunchProgram program;
    private final MethodNames names;
    private final SizeCode sizes;

    ArenaCode(LaunchProgram program, MethodNames names, SizeCode sizes) {
        this.program = program;
        this.names = names;
        this.sizes = sizes;
    }

    boolean isEmpty() {
        return program.plan().arena().allocations().isEmpty();
    }

    /** Declares sizes and offsets. Comes before everything else that needs them. */
    CodeBlock sizes() {
        CodeBlock.Builder code = CodeBlock.builder().add(sizes.declare(program.named()));
        if (program.plansOffsets()) {
            int slot = 0;
            for (String symbol : symbols(program.plan().arena())) {
                code.addStatement("$L.integer($L, $L)", names.frame, slot++, names.dim(new Dim.Symbol(symbol)));
            }
            String offsets = sizes.declareOffsets();
            code.addStatement("final long[] $L = $L.at($L)", offsets, constant(program.plan()), names.frame);
        }
        return code.build();
    }

    /**
     * Code that uses the arena. It is taken before the frame's mark, because an allocation may wait for calls to end, and
     * given back after it. Code that follows may take an arena again.
     */
    CodeBlock entered(CodeBlock launches) {
        if (isEmpty()) {
            return LaunchCode.entered(names, launches);
        }
        String bytes = sizes.text(program.arenaBytes());
        CodeBlock code = CodeBlock.builder()
                .addStatement("final long $L = LIBRARY.enter($L, $L)", names.arena(), names.frame, bytes)
                .beginControlFlow("try")
                .add(launches)
                .nextControlFlow("finally")
                .addStatement("$L.leave()", names.frame)
                .endControlFlow()
                .build();
        names.renewArena();
        return code;
    }

    /** The field that plans offsets for the dims of calls; empty if they are known. */
    static Optional<FieldSpec> field(Plan plan) {
        if (!new LaunchProgram(plan).plansOffsets()) {
            return Optional.empty();
        }
        List<String> symbols = symbols(plan.arena());
        DimSyntax syntax = new DimSyntax(name -> "dims[" + symbols.indexOf(name) + "]", "L", "Math.");
        String formulas =
                plan.arena().sizes().stream().map(size -> size.print(syntax)).collect(Collectors.joining(",\n"));
        MethodSpec sizes = MethodSpec.methodBuilder("sizes")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PROTECTED)
                .returns(long[].class)
                .addParameter(long[].class, "dims")
                .addStatement("return new long[] {\n$L}", formulas)
                .build();
        CodeBlock arguments =
                CodeBlock.of("$L, $S", symbols.size(), plan.arena().pieces().toString());
        TypeSpec planning = TypeSpec.anonymousClassBuilder(arguments)
                .superclass(RuntimeTypes.ARENA_PLAN)
                .addMethod(sizes)
                .build();
        return Optional.of(FieldSpec.builder(
                        RuntimeTypes.ARENA_PLAN, constant(plan), Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer("$L", planning)
                .build());
    }

    private static List<String> symbols(Arena arena) {
        TreeSet<String> symbols = new TreeSet<>();
        arena.sizes().forEach(size -> symbols.addAll(size.symbols()));
        return List.copyOf(symbols);
    }

    private static String constant(Plan plan) {
        return MethodNames.constant(plan.graph().name() + "_0") + "_ARENA";
    }
}
