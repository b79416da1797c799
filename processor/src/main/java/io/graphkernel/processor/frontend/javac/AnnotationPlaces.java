package io.graphkernel.processor.frontend.javac;

import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.NoGradient;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.annotations.Variants;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.function.Predicate;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;

/**
 * Check for annotations on parameters of methods other than kernel methods, where they have no effect. See {@link
 * BodyAnnotations}.
 */
public final class AnnotationPlaces {

    static final List<Class<? extends Annotation>> OF_PARAMETERS =
            List.of(TensorType.class, Length.class, NoGradient.class, Variants.class);

    private final ProcessingEnvironment environment;
    private final DiagnosticReporter reporter;
    private final Predicate<String> isWanted;

    /**
     * Creates the check of one compilation.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param reporter receiver of the messages
     * @param isWanted filter on the names of the classes to check
     */
    public AnnotationPlaces(
            ProcessingEnvironment environment, DiagnosticReporter reporter, Predicate<String> isWanted) {
        this.environment = environment;
        this.isWanted = isWanted;
        this.reporter = reporter;
    }

    /**
     * Checks the declarations of a round.
     *
     * @param round a processing round
     */
    public void check(RoundEnvironment round) {
        for (Class<? extends Annotation> annotation : OF_PARAMETERS) {
            for (Element element : round.getElementsAnnotatedWith(annotation)) {
                // Records may become parameters of kernel methods in any class.
                if (element.getKind() == ElementKind.PARAMETER
                        && element.getEnclosingElement() instanceof ExecutableElement method
                        && method.getAnnotation(GraphKernel.class) == null
                        // The message about the gradient covers it.
                        && method.getAnnotation(GradientOf.class) == null
                        && !isConstructorOfRecord(method)
                        && isWanted.test(method.getEnclosingElement().toString())
                        && !Javac.isSilenced(element, "unused")) {
                    reporter.report(
                            SourcePosition.of(environment.getMessager(), element),
                            Diagnostic.ANNOTATION_WITHOUT_EFFECT,
                            annotation.getSimpleName(),
                            element.getSimpleName(),
                            (method.getKind() == ElementKind.CONSTRUCTOR
                                            ? "a constructor"
                                            : "the method '" + method.getSimpleName() + "'")
                                    + " is not a kernel");
                }
            }
        }
    }

    private static boolean isConstructorOfRecord(ExecutableElement method) {
        return method.getKind() == ElementKind.CONSTRUCTOR
                && method.getEnclosingElement().getKind() == ElementKind.RECORD;
    }
}
