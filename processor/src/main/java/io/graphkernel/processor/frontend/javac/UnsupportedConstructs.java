package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import java.util.Set;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;

/**
 * Unsupported Java construct and its replacement.
 *
 * @param name construct as the subject of a sentence
 * @param advice advice in the imperative
 */
public record UnsupportedConstructs(String name, String advice) {

    private static final Set<String> RANDOM = Set.of(
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.concurrent.ThreadLocalRandom",
            "java.security.SecureRandom");

    public static UnsupportedConstructs of(Tree tree) {
        return switch (tree.getKind()) {
            case ENHANCED_FOR_LOOP -> loop("a for loop over elements");
            case FOR_LOOP -> loop("this for loop");
            case TRY -> new UnsupportedConstructs("try", "handle exceptions in the method that calls the kernel");
            case THROW -> new UnsupportedConstructs("throw", "check arguments in the method that calls the kernel");
            case SYNCHRONIZED -> new UnsupportedConstructs("synchronized", "lock in the method that calls the kernel");
            case ASSERT -> new UnsupportedConstructs("assert", "check arguments in the method that calls the kernel");
            case LABELED_STATEMENT ->
                new UnsupportedConstructs(
                        "a label of a statement that is not a loop", "write if around the statements, or label a loop");
            case CLASS, INTERFACE, ENUM, RECORD, ANNOTATION_TYPE ->
                new UnsupportedConstructs("a local class", "declare it outside the method");
            case LAMBDA_EXPRESSION -> new UnsupportedConstructs("a lambda expression", "write its body in place");
            case MEMBER_REFERENCE -> new UnsupportedConstructs("a method reference", "call the method in place");
            case NEW_CLASS ->
                new UnsupportedConstructs(
                        "creating an object", "create records of Tensors, or an ArrayList of Tensors");
            case NEW_ARRAY ->
                new UnsupportedConstructs(
                        "this array",
                        "write new int[] {…} or new long[] {…} for axes and dims, or new Tensor[] {…}; " + TABLE);
            case ARRAY_ACCESS ->
                new UnsupportedConstructs("array access", "use a constant or a parameter for each element");
            case NULL_LITERAL ->
                new UnsupportedConstructs("null", "write a kernel for each case: each has its tensors");
            case INSTANCE_OF -> new UnsupportedConstructs("instanceof", "use if on a constant");
            case TYPE_CAST -> new UnsupportedConstructs("this cast", "cast numbers to primitive types only");
            case ASSIGNMENT, PREFIX_INCREMENT, POSTFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_DECREMENT ->
                new UnsupportedConstructs(
                        "an assignment that depends on a runtime condition", "assign in its own statement");
            default -> new UnsupportedConstructs("'" + Javac.text(tree) + "'", "use Ops, other kernels, and numbers");
        };
    }

    /** Replacement for a constant array in the body of a kernel method. */
    public static final String TABLE = "a table of numbers is Tensor.of(new float[] {…}, dims)";

    /** Replacement for generators of random numbers. */
    public static final String RANDOM_OPS =
            "call an op of random numbers, such as randomUniform or standardNormal, with a seed that is a parameter";

    /** Replacement for Java loops over elements. */
    public static final String BY_OPS =
            "call ops on the whole tensor, such as reduceSum(square(x)), which sums over elements";

    /** Returns a supported type to use in place of this one. */
    public static String variableAdvice(TypeMirror type) {
        if (isRandom(type.toString())) {
            return RANDOM_OPS;
        }
        boolean elements = type instanceof ArrayType array
                && array.getComponentType().getKind().isPrimitive();
        return elements
                ? BY_OPS + "; " + TABLE
                : "use Tensor, Tensor[], a primitive type, or int[] or long[] for axes and dims";
    }

    /** Returns true if a class of the JDK generates random numbers. */
    public static boolean isRandom(String type) {
        return type.startsWith("java.util.random.") || RANDOM.contains(type);
    }

    /** Returns the replacement of an expression, which for null depends on the place where it is written. */
    public static UnsupportedConstructs of(TreePath path) {
        if (path.getLeaf().getKind() != Tree.Kind.NULL_LITERAL) {
            return of(path.getLeaf());
        }
        return switch (path.getParentPath().getLeaf().getKind()) {
            case RETURN -> new UnsupportedConstructs("null", "return a value on each path");
            case VARIABLE, ASSIGNMENT ->
                new UnsupportedConstructs(
                        "null", "declare the variable without a value, and assign one on each path before it is read");
            default -> of(path.getLeaf());
        };
    }

    private static UnsupportedConstructs loop(String name) {
        return new UnsupportedConstructs(
                name,
                "use for (int i = 0; i < n; i++), or while with a condition on numbers or on one element of a tensor");
    }
}
