package io.graphkernel.processor;

import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.build.KernelSources;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.compilation.KernelClassCompiler;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.output.ClassArtifactWriter;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.LoopStep;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import io.graphkernel.processor.stub.DerivedPlans;
import io.graphkernel.processor.stub.StubGenerator;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.jvm.JvmTarget;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.annotation.processing.Processor;
import javax.tools.StandardLocation;

/** Back end with every stage but the C compiler, which takes longer than the others together. */
public final class FuzzBackEnd implements KernelClassCompiler {

    private static final String TAG = "0123456789abcdef";

    private final boolean stubs;

    private final Consumer<String> compiled;

    private FuzzBackEnd(boolean stubs, Consumer<String> compiled) {
        this.stubs = stubs;
        this.compiled = compiled;
    }

    /**
     * Returns a processor with these stages.
     *
     * @param stubs true to generate stubs, Java kernels and sources of the targets that support every kernel
     * @param compiled receives the simple name of each compiled class
     */
    public static Processor processor(boolean stubs, Consumer<String> compiled) {
        return new GraphKernelProcessor(new FuzzBackEnd(stubs, compiled));
    }

    @Override
    public List<Target> targets() {
        return Targets.ALL;
    }

    @Override
    public Vocabulary vocabulary() {
        return PassPipeline.vocabulary();
    }

    @Override
    public Invocation open(Context context) {
        return new Invocation() {
            @Override
            public void compile(KernelClass kernelClass) throws IOException {
                FuzzBackEnd.this.compile(kernelClass, context);
            }

            @Override
            public void complete(KernelClass kernelClass) {}
        };
    }

    private void compile(KernelClass kernelClass, Context context) throws IOException {
        compiled.accept(kernelClass.simpleName());
        List<Plan> plans = new ArrayList<>();
        for (KernelMethod method : kernelClass.methods()) {
            try {
                plans.add(Planner.plan(
                        new PassPipeline(method.flags()).run(method.graph()).graph(),
                        method.graph().name(),
                        Targets.capabilities(Targets.ALL)));
            } catch (SchedulingException e) {
                throw new IllegalStateException("no schedule", e);
            }
        }
        if (stubs) {
            ClassKernels kernels = new ClassKernels(
                    kernelClass.qualifiedName(),
                    kernelClass.packageName(),
                    kernelClass.simpleName(),
                    StubGenerator.stubName(kernelClass),
                    KernelTable.of(plans));
            JvmTarget jvm = new JvmTarget();
            List<Target> printing = Targets.ALL.stream()
                    .filter(target -> plans.stream().allMatch(plan -> takes(target, plan)))
                    .toList();
            Language.Text text =
                    KernelSources.print(kernels, Targets.ALL, printing).of(jvm);
            TargetFiles files = jvm.build(new TargetBuild(kernels, text, TAG, context.options(), null));
            InterpretedPlans interpretedPlans =
                    new InterpretedPlans(plans, Set.of(), context.options().inlineLaunchLimit());
            new ClassArtifactWriter(
                            kernelClass,
                            kernels.table(),
                            DerivedPlans.NONE,
                            interpretedPlans,
                            TAG,
                            List.of(),
                            Map.of(jvm, files))
                    .write(context.filer());
            return;
        }
        String graphs = kernelClass.methods().stream()
                .map(method -> GraphPrinter.print(method.graph()))
                .collect(Collectors.joining("\n"));
        try (Writer out = context.filer()
                .createResource(StandardLocation.CLASS_OUTPUT, "", kernelClass.graphResource())
                .openWriter()) {
            out.write(graphs);
        }
    }

    private static boolean takes(Target target, Plan plan) {
        return plan.withBodies().stream()
                .allMatch(body -> body.steps().stream()
                        .filter(step -> !(step instanceof LoopStep))
                        .allMatch(step -> target.refusal(step, body.graph()).isEmpty()));
    }
}
