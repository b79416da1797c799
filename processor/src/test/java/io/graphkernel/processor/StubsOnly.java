package io.graphkernel.processor;

import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.stub.GradientPlans;
import io.graphkernel.processor.stub.StubGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;

/** The stages after the front end without native code, which tests of stubs do not need. */
public final class StubsOnly implements KernelClassCompiler {

    /** The processor with these stages. */
    public static Processor processor() {
        return new GraphKernelProcessor(new StubsOnly());
    }

    @Override
    public Vocabulary vocabulary() {
        return PassPipeline.vocabulary();
    }

    @Override
    public void complete(KernelClass kernelClass, Context context) {}

    @Override
    public void compile(KernelClass kernelClass, Context context) throws IOException {
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
                        gradients,
                        new WalkedPlans(plans, Set.of(), context.options().unrolledLaunches()),
                        "0123456789abcdef",
                        new TreeMap<>())
                .writeTo(context.filer());
    }
}
