package io.graphkernel.processor.eclipse;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Locale;
import javax.annotation.processing.ProcessingEnvironment;
import javax.tools.Diagnostic;
import javax.tools.Diagnostic.Kind;
import javax.tools.JavaFileObject;

/** Shows messages of javac in Eclipse: at the same characters if this version lets us, else at the class, with line and column. */
final class EclipseMessages {

    private static final String PROBLEM = "org.eclipse.jdt.internal.compiler.apt.dispatch.AptProblem";

    /** Of {@code ProblemSeverities}. */
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
        try {
            show(message, text, file);
        } catch (ReflectiveOperationException | RuntimeException otherEclipse) {
            String place = "line " + message.getLineNumber() + ", column " + message.getColumnNumber() + ": ";
            environment.getMessager().printMessage(message.getKind(), place + text, file.element());
        }
    }

    private void show(Diagnostic<? extends JavaFileObject> message, String text, SourceFile file)
            throws ReflectiveOperationException {
        Field field = environment.getClass().getDeclaredField("_compilerOwner");
        field.setAccessible(true);
        Object compiler = field.get(environment);
        Constructor<?> constructor = Arrays.stream(
                        Class.forName(PROBLEM, true, environment.getClass().getClassLoader())
                                .getConstructors())
                .filter(each -> each.getParameterCount() == 10)
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(PROBLEM));
        Object problem = constructor.newInstance(
                null,
                file.eclipseName().toCharArray(),
                text,
                0,
                new String[0],
                severity(message.getKind()),
                (int) message.getStartPosition(),
                (int) Math.max(message.getStartPosition(), message.getEndPosition() - 1),
                (int) message.getLineNumber(),
                (int) message.getColumnNumber());
        if (message.getKind() == Kind.ERROR) {
            Reflected.call(environment, "setErrorRaised", true);
        }
        Reflected.call(compiler, "addExtraProblems", problem);
    }

    private static int severity(Kind kind) {
        return switch (kind) {
            case ERROR -> ERROR;
            case NOTE, OTHER -> INFO;
            default -> WARNING;
        };
    }
}
