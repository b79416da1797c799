package io.graphkernel.processor;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * Reports what steps of the processor throw, errors as well: javac would end with the stack trace as its only message.
 */
final class FailureReporter {

    /** What the processor does for a class. */
    interface Step {
        void run() throws IOException;
    }

    private final Messager messager;
    private final DiagnosticReporter reporter;
    private final Supplier<Path> reportDirectory;

    /**
     * A reporter of one call of javac.
     *
     * @param messager prints at classes and methods
     * @param reporter takes the messages
     * @param reportDirectory where an internal error writes its file
     */
    FailureReporter(Messager messager, DiagnosticReporter reporter, Supplier<Path> reportDirectory) {
        this.messager = messager;
        this.reporter = reporter;
        this.reportDirectory = reportDirectory;
    }

    /** Does a step for no class in particular. */
    void guard(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            internalError(Optional.empty(), Optional.empty(), e);
        }
    }

    /** Does a step for a class. */
    void guard(KernelType type, Step step) {
        guard(type, Optional.empty(), step);
    }

    /** Does a step for a class that is read, whose graphs an internal error writes to its file. */
    void guard(KernelClass kernelClass, Step step) {
        guard(kernelClass.type(), Optional.of(kernelClass), step);
    }

    private void guard(KernelType type, Optional<KernelClass> kernelClass, Step step) {
        try {
            step.run();
        } catch (IOException e) {
            reporter.report(
                    type.position(), Diagnostic.CANNOT_WRITE, "the generated files of " + type.qualifiedName(), e);
        } catch (Throwable e) {
            internalError(Optional.of(type.element()), kernelClass, e);
        }
    }

    /**
     * Reports a defect of the processor.
     *
     * @param type the class at which it worked, if it was at one
     * @param kernelClass the class as far as it was read
     * @param error what was thrown
     */
    void internalError(Optional<TypeElement> type, Optional<KernelClass> kernelClass, Throwable error) {
        String where = type.map(element -> element.getQualifiedName().toString())
                .orElse(GraphKernelProcessor.class.getSimpleName());
        String file;
        try {
            file = CrashReport.write(reportDirectory.get(), where, kernelClass, error);
        } catch (Throwable again) {
            file = "no file, since writing it fails with " + again;
        }
        SourcePosition position = type.map(this::positionIn).orElse(SourcePosition.nowhere(messager));
        reporter.report(position, Diagnostic.INTERNAL_ERROR, where, error, file);
    }

    /** The first kernel method of a class; the class if it has none. */
    SourcePosition positionIn(TypeElement type) {
        Element method = type.getEnclosedElements().stream()
                .filter(member -> member.getAnnotation(GraphKernel.class) != null)
                .findFirst()
                .map(Element.class::cast)
                .orElse(type);
        return SourcePosition.of(messager, method);
    }
}
