"""What comes out of a graded class: tables, a page, a gradebook, the results
of one student for Gradescope. All of it is made from the students' files.
"""
