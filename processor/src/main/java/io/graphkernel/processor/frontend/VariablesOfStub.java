package io.graphkernel.processor.frontend;

import com.sun.source.tree.ErroneousTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import io.graphkernel.processor.diagnostic.Diagnostic;

/**
 * Reports variables that are declared by {@code var}, in a class with kernels, for a value of the class that is generated
 * from it. javac 17 keeps the type that it found while kernels were read, which is none, and ends with an exception where
 * the variable is used.
 */
final class VariablesOfStub extends TreePathScanner<Void, Void> {

    private static final int JAVAC_THAT_KEEPS_TYPES = 17;

    private final Javac javac;
    private final String stub;

    private VariablesOfStub(Javac javac, String stub) {
        this.javac = javac;
        this.stub = stub;
    }

    /**
     * Looks for such variables.
     *
     * @param type the path of a class, in which javac has attributed the bodies
     * @param stub the simple name of the class that is generated from it
     */
    static void report(Javac javac, TreePath type, String stub) {
        if (Runtime.version().feature() == JAVAC_THAT_KEEPS_TYPES) {
            new VariablesOfStub(javac, stub).scan(type, null);
        }
    }

    @Override
    public Void visitVariable(VariableTree variable, Void unused) {
        if (variable.getType() instanceof ErroneousTree && namesStub(variable)) {
            javac.report(javac.position(getCurrentPath()), Diagnostic.VAR_OF_STUB, variable.getName(), stub);
        }
        return super.visitVariable(variable, unused);
    }

    private boolean namesStub(VariableTree variable) {
        return Boolean.TRUE.equals(
                new TreeScanner<Boolean, Void>() {
                    @Override
                    public Boolean visitIdentifier(IdentifierTree identifier, Void none) {
                        return identifier.getName().contentEquals(stub);
                    }

                    @Override
                    public Boolean reduce(Boolean one, Boolean other) {
                        return Boolean.TRUE.equals(one) || Boolean.TRUE.equals(other);
                    }
                }.scan(variable.getInitializer(), null));
    }
}
