package io.graphkernel.processor.frontend.javac;

import com.sun.source.util.TreePath;
import javax.lang.model.element.ExecutableElement;

/** Lookup of the trees of methods that a kernel method calls. */
public interface MethodBodies {

    /**
     * Returns the tree of a method of this compilation.
     *
     * @param method a static method with a body
     * @return path of the method, whose names are resolved
     * @throws RejectedTreeException if a name is not resolved, or {@link #reject} was called for the method
     */
    TreePath find(ExecutableElement method) throws RejectedTreeException;

    /** Marks a method as rejected, so that its errors are reported once. */
    void reject(ExecutableElement method);
}
