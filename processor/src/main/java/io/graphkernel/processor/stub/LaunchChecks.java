package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Region;
import io.graphkernel.processor.schedule.Step;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The code around a launch under {@code --enable_debug_mode}: what it reads and stores is looked at. */
final class LaunchChecks {

    private final boolean on;
    private final Plan plan;
    private final MethodNames names;
    /** Memory that several kernels store parts of is complete after the last of them. */
    private final Map<Location, Step> lastWriters = new HashMap<>();

    LaunchChecks(boolean on, Plan plan, MethodNames names) {
        this.on = on;
        this.plan = plan;
        this.names = names;
        plan.steps().forEach(step -> written(step).forEach(location -> lastWriters.put(location, step)));
    }

    /** Whether anything is checked: then each kernel is launched by itself. */
    boolean isOn() {
        return on;
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
                        name(step),
                        ops(step));
        read(step).distinct().forEach(location -> code.addStatement("$L.reads($L)", check, memory.apply(location)));
        code.beginControlFlow("try")
                .add(launch)
                .nextControlFlow("catch ($T | $T $L)", RuntimeException.class, Error.class, failure)
                .addStatement("$L.failed($L)", check, failure)
                .addStatement("throw $L", failure)
                .endControlFlow();
        written(step)
                .distinct()
                .filter(location -> lastWriters.get(location) == step)
                .forEach(location ->
                        code.addStatement("$L.stored($S, $L)", check, label(location), memory.apply(location)));
        return code.addStatement("$L.end()", check).build();
    }

    /** As in {@code Log (Net.java:12), Sub, Exp (Net.java:13)}: those that a line makes, together. */
    private static String ops(Step step) {
        List<Node> nodes =
                step instanceof Kernel kernel ? kernel.group().nodes() : List.of(((LibraryCall) step).node());
        Map<Origin, Set<String>> byLine = new LinkedHashMap<>();
        nodes.stream()
                .filter(Node::isOperation)
                .forEach(node -> byLine.computeIfAbsent(node.origin(), line -> new LinkedHashSet<>())
                        .add(node.op()));
        return byLine.entrySet().stream()
                .map(line -> String.join(", ", line.getValue())
                        + (line.getKey().line() == 0 ? "" : " (" + line.getKey() + ")"))
                .collect(Collectors.joining(", "));
    }

    /** The fused ops and the function that computes them, as the report and the generated source call them. */
    private static String name(Step step) {
        return step instanceof Kernel kernel
                ? kernel.group().name() + " (" + kernel.name() + ")"
                : ((LibraryCall) step).node().op() + " (" + ((LibraryCall) step).name() + ")";
    }

    private String label(Location location) {
        if (location instanceof Location.Temporary temporary) {
            return "the value of "
                    + plan.temporaries().get(temporary.index()).value().op();
        }
        List<Graph.Output> outputs = plan.graph().outputs();
        return location instanceof Location.Result result
                ? outputs.get(result.index()).name()
                : ((Location.Parameter) location).name();
    }

    private static Stream<Location> read(Step step) {
        return step instanceof Kernel kernel
                ? kernel.inputs().stream().map(Buffer::location)
                : ((LibraryCall) step).operands().stream().map(Region::location);
    }

    private static Stream<Location> written(Step step) {
        return step instanceof Kernel kernel
                ? kernel.outputs().stream().map(Buffer::location)
                : Stream.of(((LibraryCall) step).result().location());
    }
}
