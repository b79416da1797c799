package io.graphkernel.processor.frontend.javac;

import java.io.IOException;
import java.io.InputStream;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ModuleElement;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/** Files that an earlier build wrote for a precompiled class. */
public final class ClassResources {

    private final ProcessingEnvironment environment;
    private final Filer filer;

    /**
     * Creates the lookup.
     *
     * @param environment the compiler's own, not a wrapper around it
     */
    public ClassResources(ProcessingEnvironment environment) {
        this.environment = environment;
        this.filer = environment.getFiler();
    }

    /**
     * Returns a file from the location of a class: the module path, the class path, or an earlier build of this project.
     *
     * @param element the class, or a member of it
     * @param resource path from the root of the class path
     * @return an existing file
     * @throws IOException if it is missing
     */
    public FileObject find(Element element, String resource) throws IOException {
        ModuleElement module = environment.getElementUtils().getModuleOf(element);
        if (module != null && !module.isUnnamed()) {
            try {
                return find(StandardLocation.MODULE_PATH, module.getQualifiedName() + "/", resource);
            } catch (IOException | RuntimeException notOnModulePath) {
                return find(StandardLocation.CLASS_OUTPUT, "", resource);
            }
        }
        try {
            return find(StandardLocation.CLASS_PATH, "", resource);
        } catch (IOException notOnClassPath) {
            return find(StandardLocation.CLASS_OUTPUT, "", resource);
        }
    }

    /** Returns an existing file: javac also returns objects for missing files, which cannot be opened. */
    private FileObject find(StandardLocation location, String module, String resource) throws IOException {
        FileObject file = filer.getResource(location, module, resource);
        file.openInputStream().close();
        return file;
    }

    /** Returns the bytes of a file. */
    public static byte[] content(FileObject file) throws IOException {
        try (InputStream in = file.openInputStream()) {
            return in.readAllBytes();
        }
    }
}
