package io.graphkernel.processor.frontend.element;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;

/**
 * Conversion of values to elements of the arrays and lists of loops: tensors and records. Numbers of records may differ
 * between iterations, so that kernels compute them.
 */
public final class ListElements {

    private final Javac javac;
    private final VariableScope scope;
    private final TensorNumbers numbers;

    public ListElements(Javac javac, VariableScope scope, TensorNumbers numbers) {
        this.javac = javac;
        this.scope = scope;
        this.numbers = numbers;
    }

    /** Returns true for a tensor or record. */
    public static boolean isElement(SymbolicValue value) {
        return value instanceof TensorValue || value instanceof RecordValue;
    }

    /**
     * Returns a value as an element.
     *
     * @param path its expression, for messages
     * @param list variable of the array or list
     * @throws RejectedTreeException if it is neither a tensor nor a record
     */
    public SymbolicValue element(TreePath path, SymbolicValue value, Element list) throws RejectedTreeException {
        if (!isElement(value)) {
            throw unsupported(path);
        }
        return component(path, value, list);
    }

    private RejectedTreeException unsupported(TreePath path) {
        UnsupportedConstructs construct = UnsupportedConstructs.of(path.getLeaf());
        return javac.reject(path, Diagnostic.UNSUPPORTED_EXPRESSION, construct.name(), construct.advice());
    }

    private SymbolicValue component(TreePath path, SymbolicValue value, Element list) throws RejectedTreeException {
        if (value instanceof RecordValue record) {
            Map<String, SymbolicValue> components = new LinkedHashMap<>();
            for (Map.Entry<String, SymbolicValue> component :
                    record.components().entrySet()) {
                components.put(component.getKey(), component(path, component.getValue(), list));
            }
            return new RecordValue(components, record.constructed());
        }
        if (value instanceof ArrayValue array) {
            return array(path, array, list);
        }
        if (ScalarArithmetic.isScalar(value) || DimArithmetic.isDim(value)) {
            return numbers.tensor(path, value, TensorNumbers.type(value));
        }
        if (value instanceof TensorValue
                || value instanceof TensorNumber
                || value instanceof EnumValue
                || value instanceof DTypeValue
                || value instanceof TextValue) {
            return value;
        }
        throw unsupported(path);
    }

    /** Returns an array or list of a record, which no statement can change from now on. */
    private SymbolicValue array(TreePath path, ArrayValue array, Element list) throws RejectedTreeException {
        Optional<Element> variable =
                array.mutability() == ArrayValue.Mutability.FIXED ? Optional.empty() : scope.holder(list, array);
        if (variable.isPresent()) {
            throw javac.reject(
                    path,
                    Diagnostic.LOOP_ARRAY,
                    "'" + variable.get().getSimpleName() + "' could change the array of an element",
                    "create the array in the element, as in states.add(new State(List.of(a, b)))");
        }
        List<SymbolicValue> elements = new ArrayList<>();
        for (SymbolicValue element : array.elements()) {
            if (element instanceof ConstantValue) {
                elements.add(element);
            } else if (isElement(element)) {
                elements.add(component(path, element, list));
            } else {
                throw javac.reject(
                        path,
                        Diagnostic.LOOP_ARRAY,
                        "an array of the element has a number that is not a constant",
                        "make the number a component of the record");
            }
        }
        return ArrayValue.fixed(elements);
    }
}
