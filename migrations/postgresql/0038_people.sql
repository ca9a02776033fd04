-- compatible

-- What is kept of a person is found at once, however many games there are: he is forgotten while nobody else can write.

CREATE INDEX games_of_host ON game (host_id);
CREATE INDEX outbox_of_person ON outbox (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX followed_by ON follower (user_id);
CREATE INDEX orders_of_person ON standing_order (user_id);
CREATE INDEX order_notes_of_person ON order_note (user_id);
CREATE INDEX vacancies_of_person ON vacancy (invited) WHERE invited IS NOT NULL;
CREATE INDEX insider_of ON insider (user_id);
CREATE INDEX reliability_of_person ON reliability (user_id);
