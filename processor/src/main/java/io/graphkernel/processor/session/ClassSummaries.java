package io.graphkernel.processor.session;

import io.graphkernel.common.names.MessageText;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.incremental.CachedClass.Summary;
import io.graphkernel.processor.option.LogLevel;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.option.SkippedTarget;
import io.graphkernel.processor.report.ModuleReport;
import io.graphkernel.processor.schedule.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Summaries of compiled and restored classes, which are reported once javac has written their class files. */
public final class ClassSummaries {

    private final Options options;
    private final DiagnosticReporter reporter;
    private final Map<String, Summary> summaries = new HashMap<>();

    public ClassSummaries(Options options, DiagnosticReporter reporter) {
        this.options = options;
        this.reporter = reporter;
    }

    /** Adds the summary of a class without errors. */
    public void add(KernelClassDeclaration type, Summary summary) {
        summaries.put(type.qualifiedName(), summary);
    }

    /** Returns true if the class had a summary, which is removed. */
    public boolean remove(KernelClassDeclaration type) {
        return summaries.remove(type.qualifiedName()) != null;
    }

    /** Reports the summary of a class, and the targets for which it has no kernels. */
    public void report(KernelClassDeclaration type) {
        Summary summary = summaries.get(type.qualifiedName());
        if (summary == null) {
            return;
        }
        for (SkippedTarget skipped : summary.leftOut()) {
            if (options.logs(LogLevel.INFO)
                    || !skipped.isOfChip() && options.targets().isExplicit()) {
                reporter.report(
                        type.position(),
                        Diagnostic.TARGET_LEFT_OUT,
                        type.qualifiedName(),
                        skipped.target(),
                        skipped.method(),
                        skipped.op(),
                        skipped.reason());
            }
        }
        reporter.report(
                type.position(),
                Diagnostic.KERNEL_SUMMARY,
                type.qualifiedName(),
                summary.methods(),
                summary.ops(),
                summary.launches(),
                options.reportDir().resolve(ModuleReport.PAGE));
    }

    /**
     * Returns the summary of a class. It counts methods in the source only: a gradient has additional plans.
     *
     * @param methods the kernel methods
     * @param differentiated those with a gradient
     * @param plans all plans
     * @param leftOut skipped targets
     */
    public static Summary of(
            List<KernelMethod> methods,
            List<KernelMethod> differentiated,
            List<Plan> plans,
            List<SkippedTarget> leftOut) {
        int count = methodCount(methods);
        int ops = plans.stream().mapToInt(Plan::opCount).sum();
        int launches = plans.stream().mapToInt(plan -> plan.launches().size()).sum();
        return new Summary(
                MessageText.counted(count, "method", "methods") + withGradients(count, methodCount(differentiated)),
                MessageText.counted(ops, "op", "ops"),
                MessageText.counted(launches, "launch", "launches"),
                leftOut);
    }

    /** Returns the number of methods in the source, without their variants. */
    private static int methodCount(List<KernelMethod> methods) {
        return (int) methods.stream().map(KernelMethod::javaName).distinct().count();
    }

    private static String withGradients(int methods, int gradients) {
        String with = gradients == 1 ? " with its gradient" : " with their gradients";
        return gradients == 0 ? "" : (gradients == methods ? "" : ", " + gradients + " of them") + with;
    }
}
