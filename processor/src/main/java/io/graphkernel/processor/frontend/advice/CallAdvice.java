package io.graphkernel.processor.frontend.advice;

import static java.util.Map.entry;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import io.graphkernel.op.counterpart.OpSynonyms;
import io.graphkernel.processor.diagnostic.Suggestions;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Advice for unsupported calls. */
public final class CallAdvice {

    private static final String ELSEWHERE = "call a method of Ops";

    private static final String RANDOM_NUMBERS =
            UnsupportedConstructs.RANDOM_OPS + ", or pass the number as a parameter";

    private static final String READ_IN_THE_CALLER =
            "return the tensor, and read it in the method that calls the kernel; to choose by its elements,"
                    + " select(greater(x, 0), a, b)";

    private static final String FILL = "take it as a parameter; for one number everywhere, fillV2(0.5f, dims)";

    private static final String BY_ELEMENT =
            "take a part of a tensor with narrow, gather or slice; x.get(i) reads one element as a number";

    /** Methods of a tensor that copy its elements into an array. */
    private static final Pattern COPIES = Pattern.compile("to[A-Z][a-z]+Array|copyTo");

    private static final String BY_OPS = UnsupportedConstructs.BY_OPS
            + "; to see its elements, return the tensor and read it in the method that calls the kernel";

    private static final Map<String, String> OF_TENSOR = Map.ofEntries(
            entry("get", BY_ELEMENT),
            entry("getDouble", BY_ELEMENT),
            entry("getLong", BY_ELEMENT),
            entry("full", "fillV2(0.5f, dims) fills a tensor; fillV2(0.5f) is one element, which broadcasts"),
            entry("scalar", "write the number itself, or fillV2(0.5f)"),
            entry("zeros", "fillV2(0f, dims); zerosLike(x) has the shape of x"),
            entry("empty", "call an op that gives a tensor; fillV2(0f, dims) fills one"),
            entry("wrap", FILL),
            entry("dimensions", "name each dim, as in reshape(y, x.dimension(0), -1)"),
            entry("elementCount", "multiply the dims: x.dimension(0) * x.dimension(1)"),
            entry("dtype", "the dtype is in @TensorType; cast(x, DType.F32) converts"),
            entry("copyFrom", "assign(parameter, value) writes to a parameter"),
            entry("close", "leave it out: what a kernel makes inside is freed by it"));

    /** Classes that declare the methods of a list. */
    private static final Set<String> LISTS =
            Set.of(RuntimeTypeNames.LIST, "java.util.Collection", "java.lang.Iterable");

    private CallAdvice() {}

    public static String of(Javac javac, MethodInvocationTree call, ExecutableElement method) {
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        String ownerName = owner.getQualifiedName().toString();
        String name = method.getSimpleName().toString();
        if (prints(owner, name)) {
            return "leave it out, and print in the method that calls the kernel, also values in between: a result may be a record"
                    + " that has them";
        }
        if (ownerName.equals(RuntimeTypeNames.TENSOR) && COPIES.matcher(name).matches()) {
            return BY_OPS;
        }
        if (ownerName.equals(RuntimeTypeNames.TENSOR)) {
            return OF_TENSOR.getOrDefault(name, isOp(javac, name) ? asOp(call, method, name) : READ_IN_THE_CALLER);
        }
        if (LISTS.contains(ownerName)) {
            return "read a list by get(index), size() and for (Layer layer : layers), and make one by List.of(…)";
        }
        if (isOp(javac, name)) {
            return asOp(call, method, name);
        }
        if (isRandom(method)) {
            return RANDOM_NUMBERS;
        }
        if (method.getReturnType().toString().startsWith("java.util.stream.")
                || ownerName.startsWith("java.util.stream.")) {
            return "write a for loop, as in for (int i = 0; i < n; i++)";
        }
        return nearestOp(javac, method).map(op -> op + ", or " + ELSEWHERE).orElse(ELSEWHERE);
    }

    /** Returns true if a method of the JDK returns random numbers, which a kernel would compute only once. */
    public static boolean isRandom(ExecutableElement method) {
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        return UnsupportedConstructs.isRandom(owner.getQualifiedName().toString())
                || owner.getQualifiedName().contentEquals("java.lang.Math")
                        && method.getSimpleName().contentEquals("random");
    }

    /** Returns the called name as written. */
    public static String name(ExpressionTree select) {
        return select instanceof IdentifierTree identifier
                ? identifier.getName().toString()
                : Javac.text(select);
    }

    private static boolean prints(TypeElement owner, String name) {
        String type = owner.getQualifiedName().toString();
        return type.equals("java.io.PrintStream")
                || type.equals("java.io.PrintWriter")
                || type.startsWith("java.util.logging.")
                || type.equals("java.lang.System.Logger")
                || type.equals("java.lang.String") && name.equals("format")
                || name.equals("println");
    }

    private static boolean isOp(Javac javac, String name) {
        TypeElement ops = javac.environment().getElementUtils().getTypeElement(RuntimeTypeNames.OPS);
        for (Element member : ops.getEnclosedElements()) {
            if (member.getKind() == ElementKind.METHOD && member.getSimpleName().contentEquals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the op with the meaning or the spelling of a method on tensors; empty if there is none. */
    private static Optional<String> nearestOp(Javac javac, ExecutableElement method) {
        if (method.getParameters().stream().noneMatch(parameter -> javac.isTensor(parameter.asType()))) {
            return Optional.empty();
        }
        String name = method.getSimpleName().toString();
        TypeElement ops = javac.environment().getElementUtils().getTypeElement(RuntimeTypeNames.OPS);
        Set<String> names = ElementFilter.methodsIn(ops.getEnclosedElements()).stream()
                .map(op -> op.getSimpleName().toString())
                .collect(Collectors.toCollection(TreeSet::new));
        return OpSynonyms.of(name)
                .map(OpSynonyms.Synonym::advice)
                .or(() -> Suggestions.closest(name, names).map(near -> "call the op " + near));
    }

    private static String asOp(MethodInvocationTree call, ExecutableElement method, String name) {
        boolean receiver =
                !method.getModifiers().contains(Modifier.STATIC) && call.getMethodSelect() instanceof MemberSelectTree;
        return "call the op: " + name + "("
                + (receiver ? Javac.text(((MemberSelectTree) call.getMethodSelect()).getExpression()) + ", " : "")
                + "…)";
    }
}
