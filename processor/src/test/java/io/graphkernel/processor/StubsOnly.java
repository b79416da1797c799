package io.graphkernel.processor;

import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.compilation.KernelClassCompiler;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.stub.DerivedPlans;
import io.graphkernel.processor.stub.DerivedPlans.GradientPlans;
import io.graphkernel.processor.stub.StubGenerator;
import io.graphkernel.processor.target.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;

/** The stages after the front end without native code, for tests of stubs. */
public final class StubsOnly implements KernelClassCompiler {

    /** Returns a processor with these stages. */
    public static Processor processor() {
        return new GraphKernelProcessor(new StubsOnly());
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
                StubsOnly.compile(kernelClass, context);
            }

            @Override
            public void complete(KernelClass kernelClass) {}
        };
    }

    private static void compile(KernelClass kernelClass, Context context) throws IOException {
        List<Plan> plans = new ArrayList<>();
        for (KernelMethod method : kernelClass.methods()) {
            plans.add(TestPlans.of(method.graph(), method.flags().optLevel()));
        }
        List<GradientPlans> gradients = new ArrayList<>();
        for (KernelMethod method : kernelClass.methods()) {
            if (method.gradient().isPresent()) {
                List<Plan> own = Stream.of(method.forward(), method.backward(), method.addition())
                        .map(derived ->
                                TestPlans.of(derived.graph(), derived.flags().optLevel()))
                        .toList();
                plans.addAll(own);
                gradients.add(new GradientPlans(method, own.get(0), own.get(1), own.get(2)));
            }
        }
        StubGenerator.generate(
                        kernelClass,
                        plans,
                        new DerivedPlans(gradients, Map.of()),
                        new InterpretedPlans(plans, Set.of(), context.options().inlineLaunchLimit()),
                        "0123456789abcdef",
                        "0".repeat(64),
                        new TreeMap<>())
                .writeTo(context.filer());
    }
}
