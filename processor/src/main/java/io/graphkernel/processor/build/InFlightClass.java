package io.graphkernel.processor.build;

import io.graphkernel.processor.compilation.PlannedMethod;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.option.SkippedTarget;
import io.graphkernel.processor.report.ClassReport;
import io.graphkernel.processor.report.MethodReport;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.stub.DerivedPlans;
import io.graphkernel.processor.target.ClassKernels;
import java.util.ArrayList;
import java.util.List;

/**
 * Class whose kernels are being compiled.
 *
 * @param report report directory of the class
 * @param planned planned methods of the class
 * @param leftOut skipped targets, and skipped chips of other targets
 * @param derived roles of the plans besides those of the methods
 * @param kernels kernels of the class
 * @param sources kernel sources
 * @param interpreted plans that the runtime interprets
 * @param tag identifier of this build of the kernels
 * @param files pending outputs of the targets
 */
public record InFlightClass(
        ReportDirectory report,
        List<PlannedMethod> planned,
        List<SkippedTarget> leftOut,
        DerivedPlans derived,
        ClassKernels kernels,
        KernelSources sources,
        InterpretedPlans interpreted,
        String tag,
        TargetBuilds.Pending files) {

    /**
     * Returns the report of the class.
     *
     * @param kernelClass the class
     * @param sources sources of its methods, in the order of the planned methods
     */
    public ClassReport describe(KernelClass kernelClass, List<List<MethodReport.Source>> sources) {
        List<MethodReport> methods = new ArrayList<>();
        for (PlannedMethod method : planned) {
            methods.add(new MethodReport(
                    method.method().graph(),
                    method.method().source().firstLine(),
                    method.method().source().lastLine(),
                    method.passes(),
                    method.plan(),
                    method.choices(),
                    sources.get(methods.size())));
        }
        return new ClassReport(kernelClass.qualifiedName(), kernelClass.source(), leftOut, methods);
    }
}
