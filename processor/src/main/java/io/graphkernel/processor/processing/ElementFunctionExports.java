package io.graphkernel.processor.processing;

import io.graphkernel.annotations.ElementFunction;
import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.frontend.kernel.ExportedFile;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.annotation.processing.Filer;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/** Classes that export element functions, and the writer of their files. */
public final class ElementFunctionExports {

    private final DiagnosticReporter reporter;
    private final FailureReporter failures;
    /** Classes that are to be read in the next round. */
    private final SortedSet<String> waiting = new TreeSet<>();

    /**
     * Creates the exports of one compilation.
     *
     * @param reporter receiver of the messages
     * @param failures receiver of failures
     */
    public ElementFunctionExports(DiagnosticReporter reporter, FailureReporter failures) {
        this.reporter = reporter;
        this.failures = failures;
    }

    /**
     * Returns the classes to be read in a round, by name.
     *
     * @param round a processing round
     * @param elements lookup of the classes that wait since an earlier round
     * @return classes with at least one annotated method
     */
    public SortedMap<String, TypeElement> classes(RoundEnvironment round, Elements elements) {
        SortedMap<String, TypeElement> types = new TreeMap<>();
        waiting.forEach(name -> types.put(name, elements.getTypeElement(name)));
        for (Element method : round.getElementsAnnotatedWith(ElementFunction.class)) {
            // The message about the model covers its methods.
            if (method.getEnclosingElement() instanceof TypeElement type
                    && type.getAnnotation(OnnxModel.class) == null) {
                types.put(type.getQualifiedName().toString(), type);
            }
        }
        waiting.clear();
        return types;
    }

    /** Defers a class to the next round. */
    public void defer(String name) {
        waiting.add(name);
    }

    /** Returns true if a class is to be read in the next round. */
    public boolean isDeferred(String name) {
        return waiting.contains(name);
    }

    /**
     * Reads a class and writes its file; reports errors.
     *
     * @param name qualified name of the class
     * @param reader reader of the class; empty if it has an error, or is to be read again
     * @param isUnresolved true if the class, once read, uses types that may be generated in this round
     * @param filer writer of the file; empty if nothing may be written
     */
    public void write(
            String name,
            TypeElement type,
            Supplier<Optional<ExportedFile>> reader,
            BooleanSupplier isUnresolved,
            Optional<Filer> filer) {
        int errors = reporter.errorCount();
        try {
            Optional<ExportedFile> exported = reader.get();
            if (exported.isPresent() && filer.isPresent()) {
                FileObject file = filer.get()
                        .createResource(
                                StandardLocation.CLASS_OUTPUT,
                                "",
                                exported.get().resource(),
                                type);
                try (Writer writer = new OutputStreamWriter(file.openOutputStream(), StandardCharsets.UTF_8)) {
                    writer.write(exported.get().text());
                }
            } else if (isUnresolved.getAsBoolean() && reporter.errorCount() == errors) {
                waiting.add(name);
            }
        } catch (IOException e) {
            failures.cannotWrite(failures.positionIn(type), "the element functions of " + name, e);
        } catch (Throwable e) {
            failures.internalError(Optional.of(type), Optional.empty(), e);
        }
    }
}
