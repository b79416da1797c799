package io.graphkernel.processor.eclipse;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Locale;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.Diagnostic.Kind;
import javax.tools.JavaFileObject;

/**
 * Converter of javac's messages to Eclipse, at the same characters if this version supports that, otherwise at the
 * class, with line and column.
 */
final class EclipseMessages {

    private static final String PROBLEM = "org.eclipse.jdt.internal.compiler.apt.dispatch.AptProblem";
    private static final String MESSAGER = "org.eclipse.jdt.internal.compiler.apt.dispatch.BaseMessagerImpl";

    /** Constant of {@code ProblemSeverities}. */
    private static final int ERROR = 1;

    private static final int WARNING = 0;
    private static final int INFO = 1024;

    private final ProcessingEnvironment environment;

    EclipseMessages(ProcessingEnvironment environment) {
        this.environment = environment;
    }

    void show(Diagnostic<? extends JavaFileObject> message) {
        String text = message.getMessage(Locale.ROOT);
        if (!(message.getSource() instanceof SourceFile file)) {
            environment.getMessager().printMessage(message.getKind(), text);
            return;
        }
        Element element = current(file.element());
        try {
            if (environment.getClass().getName().contains(".Batch")) {
                showInBatch(message, text, file);
            } else {
                showInProject(message, text, element);
            }
        } catch (ReflectiveOperationException | RuntimeException otherEclipse) {
            String location = "line " + message.getLineNumber() + ", column " + message.getColumnNumber() + ": ";
            environment.getMessager().printMessage(message.getKind(), location + text, element);
        }
    }

    /** Returns the element of the current round, since Eclipse discards those of earlier rounds. */
    private Element current(TypeElement element) {
        Element found = environment.getElementUtils().getTypeElement(element.getQualifiedName());
        return found == null ? element : found;
    }

    private void showInBatch(Diagnostic<? extends JavaFileObject> message, String text, SourceFile file)
            throws ReflectiveOperationException {
        Field field = environment.getClass().getDeclaredField("_compilerOwner");
        field.setAccessible(true);
        Object compiler = field.get(environment);
        Constructor<?> constructor = Arrays.stream(eclipse(PROBLEM).getConstructors())
                .filter(candidate -> candidate.getParameterCount() == 10)
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(PROBLEM));
        Object problem = constructor.newInstance(
                null,
                file.eclipseName().toCharArray(),
                text,
                0,
                new String[0],
                severity(message.getKind()),
                start(message),
                end(message),
                (int) message.getLineNumber(),
                (int) message.getColumnNumber());
        if (message.getKind() == Kind.ERROR) {
            ReflectiveCalls.call(environment, "setErrorRaised", true);
        }
        ReflectiveCalls.call(compiler, "addExtraProblems", problem);
    }

    /** Shows a message in the project, at the compilation unit that Eclipse finds by the class. */
    private void showInProject(Diagnostic<? extends JavaFileObject> message, String text, Element element)
            throws ReflectiveOperationException {
        Object problem = eclipse(MESSAGER)
                .getMethod(
                        "createProblem",
                        Kind.class,
                        CharSequence.class,
                        Element.class,
                        AnnotationMirror.class,
                        AnnotationValue.class)
                .invoke(null, message.getKind(), text, element, null, null);
        Object unit = problem.getClass().getField("_referenceContext").get(problem);
        ReflectiveCalls.call(problem, "setSourceStart", start(message));
        ReflectiveCalls.call(problem, "setSourceEnd", end(message));
        ReflectiveCalls.call(problem, "setSourceLineNumber", (int) message.getLineNumber());
        if (message.getKind() == Kind.ERROR) {
            ReflectiveCalls.call(environment, "setErrorRaised", true);
        }
        ReflectiveCalls.call(ReflectiveCalls.call(unit, "compilationResult"), "record", problem, unit);
    }

    private Class<?> eclipse(String name) throws ClassNotFoundException {
        return Class.forName(name, true, environment.getClass().getClassLoader());
    }

    private static int start(Diagnostic<?> message) {
        return (int) message.getStartPosition();
    }

    private static int end(Diagnostic<?> message) {
        return (int) Math.max(message.getStartPosition(), message.getEndPosition() - 1);
    }

    private static int severity(Kind kind) {
        return switch (kind) {
            case ERROR -> ERROR;
            case NOTE, OTHER -> INFO;
            default -> WARNING;
        };
    }
}
