package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.launch.CheckedSteps;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Step;
import java.util.function.Function;

/** The code around a launch under {@code --enable_debug_mode}: what it reads and stores is looked at. */
final class LaunchChecks {

    private final boolean on;
    private final Plan plan;
    private final MethodNames names;
    private final CheckedSteps steps;

    LaunchChecks(boolean on, Plan plan, MethodNames names) {
        this.on = on;
        this.plan = plan;
        this.names = names;
        this.steps = new CheckedSteps(plan);
    }

    /**
     * The code of a launch, with its checks.
     *
     * @param step what is launched
     * @param memory Java text of the arguments that give a location's memory to the check
     * @param launch the code without checks; it declares nothing that later code needs
     * @return the code
     */
    CodeBlock around(Step step, Function<Location, CodeBlock> memory, CodeBlock launch) {
        if (!on) {
            return launch;
        }
        CheckedSteps.Check checked = steps.of(step);
        String check = names.unique("check");
        String failure = names.unique("failure");
        CodeBlock.Builder code = CodeBlock.builder()
                .addStatement(
                        "final $T $L = new $T($L, $S, $S, $S)",
                        RuntimeTypes.LAUNCH_CHECK,
                        check,
                        RuntimeTypes.LAUNCH_CHECK,
                        names.frame,
                        plan.graph().name(),
                        checked.name(),
                        checked.ops());
        checked.read().forEach(location -> code.addStatement("$L.reads($L)", check, memory.apply(location)));
        code.beginControlFlow("try")
                .add(launch)
                .nextControlFlow("catch ($T | $T $L)", RuntimeException.class, Error.class, failure)
                .addStatement("$L.failed($L)", check, failure)
                .addStatement("throw $L", failure)
                .endControlFlow();
        checked.stored()
                .forEach((location, label) ->
                        code.addStatement("$L.stored($S, $L)", check, label, memory.apply(location)));
        return code.addStatement("$L.end()", check).build();
    }
}
