package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimSyntax;
import io.graphkernel.processor.launch.LaunchProgram;
import io.graphkernel.processor.schedule.Arena;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** Emitter of a call's arena: its size, the offsets of its allocations, and its release. */
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

    /** Emits declarations of sizes and offsets, which precede their uses. */
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
     * Emits code that uses the arena. It is acquired before the frame is entered, because an allocation may wait for
     * calls to complete, and released afterwards. Later code may acquire an arena again.
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

    /** Returns the field that plans offsets for the dims of calls; empty if they are constant. */
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
        CodeBlock arguments = CodeBlock.of(
                "$L, $S", symbols.size(), plan.arena().plannerAllocations().toString());
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
