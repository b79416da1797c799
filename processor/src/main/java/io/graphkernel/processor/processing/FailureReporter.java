package io.graphkernel.processor.processing;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * Reporter for exceptions and errors thrown by steps of the processor. Without it, javac would print only a stack
 * trace.
 */
public final class FailureReporter {

    /** Processing step of a class. */
    public interface Step {
        void run() throws IOException;
    }

    /** Name in place of a class, for a step that belongs to none. */
    private static final String PROCESSOR = "GraphKernelProcessor";

    /** Suffix of the messages of {@link Math}'s exact methods, which all arithmetic on dims uses. */
    private static final String OVERFLOW = "overflow";

    private final Messager messager;
    private final DiagnosticReporter reporter;
    private final Supplier<Path> reportDirectory;

    /**
     * Creates the reporter of one javac invocation.
     *
     * @param messager printer of messages at classes and methods
     * @param reporter receiver of the messages
     * @param reportDirectory directory of the crash report
     */
    public FailureReporter(Messager messager, DiagnosticReporter reporter, Supplier<Path> reportDirectory) {
        this.messager = messager;
        this.reporter = reporter;
        this.reportDirectory = reportDirectory;
    }

    /** Runs a step that belongs to no class. */
    public void guard(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            internalError(Optional.empty(), Optional.empty(), e);
        }
    }

    /** Runs a step for a class. */
    public void guard(KernelClassDeclaration type, Step step) {
        guard(type, Optional.empty(), step);
    }

    /** Runs a step for a class that has been read. A crash report includes its graphs. */
    public void guard(KernelClass kernelClass, Step step) {
        guard(kernelClass.type(), Optional.of(kernelClass), step);
    }

    private void guard(KernelClassDeclaration type, Optional<KernelClass> kernelClass, Step step) {
        try {
            step.run();
        } catch (IOException e) {
            cannotWrite(type.position(), "the generated files of " + type.qualifiedName(), e);
        } catch (Throwable e) {
            internalError(Optional.of(type.element()), kernelClass, e);
        }
    }

    /**
     * Reports files that could not be written.
     *
     * @param position position of the message
     * @param files the files, such as "the report of the module"
     * @param error the exception
     */
    public void cannotWrite(SourcePosition position, String files, IOException error) {
        FailureCause cause = FailureCause.of(error);
        reporter.report(position, Diagnostic.CANNOT_WRITE, files, cause.cause(), cause.fix());
    }

    /**
     * Reports an internal error of the processor, a class that is missing on its path, or an overflow of sizes in the
     * program.
     *
     * @param type class being compiled, if any
     * @param kernelClass the class as far as it has been read
     * @param error the exception
     */
    public void internalError(Optional<TypeElement> type, Optional<KernelClass> kernelClass, Throwable error) {
        String where =
                type.map(element -> element.getQualifiedName().toString()).orElse(PROCESSOR);
        SourcePosition position = type.map(this::positionIn).orElse(SourcePosition.nowhere(messager));
        if (error instanceof ArithmeticException
                && String.valueOf(error.getMessage()).endsWith(OVERFLOW)) {
            reporter.report(position, Diagnostic.SIZE_OVERFLOW, where, error.getMessage());
            return;
        }
        FailureCause cause = FailureCause.of(error);
        if (cause.kind() == FailureCause.Kind.MISSING_CLASS || cause.kind() == FailureCause.Kind.WRONG_VERSION) {
            reporter.report(position, Diagnostic.INCOMPLETE_PROCESSOR_PATH, where, cause.cause());
            return;
        }
        String file;
        try {
            file = CrashReport.write(reportDirectory.get(), where, kernelClass, error);
        } catch (Throwable again) {
            file = "no file, since writing it fails with " + again;
        }
        reporter.report(position, Diagnostic.INTERNAL_ERROR, where, error, file);
    }

    /** Returns the position of the first kernel method of a class, or of the class if it has none. */
    public SourcePosition positionIn(TypeElement type) {
        Element method = type.getEnclosedElements().stream()
                .filter(member -> member.getAnnotation(GraphKernel.class) != null)
                .findFirst()
                .map(Element.class::cast)
                .orElse(type);
        return SourcePosition.of(messager, method);
    }
}
